/** Reads the session cookies in the page, as the sibling apps do, and shows whose session it is. */

function cookie(name) {
  const values = document.cookie
    .split('; ')
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
    .filter(([key]) => key === name || key === `__Secure-${name}`);
  // A cookie name that occurs twice is ignored.
  return values.length === 1 ? decodeURIComponent(values[0][1]) : undefined;
}

function claimsOf(token) {
  try {
    const part = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(part), (sign) => sign.codePointAt(0))));
  } catch {
    return undefined;
  }
}

const state = document.querySelector('#state');
const session = document.querySelector('#session');
const idToken = cookie('id_token');
const claims = idToken && claimsOf(idToken);

function row(name, value) {
  if (!value) return;
  const term = document.createElement('dt');
  const definition = document.createElement('dd');
  term.textContent = name;
  definition.textContent = value;
  session.append(term, definition);
}

if (claims) {
  const expired = claims.exp * 1000 <= Date.now();
  state.textContent = expired ? 'The session has expired' : `Signed in as ${claims.email}`;
  row('Email', claims.email);
  row('Roles', claims['custom:roles']);
  row('Platform', claims['custom:platform']);
  row('User', claims['custom:user_id']);
  row('Company', claims['custom:company_id']);
  row('Client', claims.aud);
  row('Sign-in', claims.event_id);
  row('Signed in by', cookie('auth_strategy'));
  row('ID token until', new Date(claims.exp * 1000).toLocaleTimeString());
  const refresh = Number(cookie('refresh_token_expiration_date'));
  row('Session until', refresh ? new Date(refresh * 1000).toLocaleString() : '');
} else {
  state.textContent = 'Nobody is signed in';
}
