/**
 * The service's own risk-data script: a module of this origin that the app asks before a password sign-in. It keeps one
 * signed token of this browser per client id, by which a known device is recognised. The token proves nothing by itself
 * and is no identifier of a person.
 */

const storageKey = (clientId) => `device_token.${clientId}`;

/** Tokens under way, so that a double click asks the service once. */
const asking = new Map();

/**
 * What this browser tells about itself at a sign-in with `clientId`. Never throws: a sign-in does not depend on it.
 * @param {string} clientId
 * @returns {Promise<{ deviceToken?: string }>}
 */
export async function collect(clientId) {
  try {
    const deviceToken = stored(clientId) ?? (await ask(clientId));
    return deviceToken ? { deviceToken } : {};
  } catch {
    return {};
  }
}

/** Blocked storage is no reason to fail: the device is then new each time. */
function stored(clientId) {
  try {
    return localStorage.getItem(storageKey(clientId)) ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(clientId, deviceToken) {
  try {
    localStorage.setItem(storageKey(clientId), deviceToken);
  } catch {
    // Full or blocked: the token still serves this one sign-in.
  }
}

function ask(clientId) {
  if (!asking.has(clientId)) asking.set(clientId, fetchToken(clientId));
  return asking.get(clientId);
}

async function fetchToken(clientId) {
  try {
    const answer = await fetch(new URL('/auth/v2/devices', import.meta.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      credentials: 'omit',
    });
    const { deviceToken } = answer.ok ? await answer.json() : {};
    if (typeof deviceToken === 'string') keep(clientId, deviceToken);
    return deviceToken;
  } finally {
    asking.delete(clientId);
  }
}
