/** Renders the page of the Google stand-in: the person picks an account, types another address, or cancels. */
import { escapeHtml, styleHash } from '#http/documents/html.ts';

import { demoAccounts } from '#dev/seed.ts';

/** The app's request, which the page's forms repeat. */
export interface AskedOf {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly response_type: 'id_token';
  readonly response_mode?: 'fragment' | 'form_post' | undefined;
  readonly scope: string;
  readonly nonce: string;
  readonly state?: string | undefined;
}

const css = `
:root{color-scheme:light dark;--canvas:#f3f5f9;--surface:#fff;--text:#1b1f27;--soft:#525c6b;--line:#d9dee7;--hover:#f0f4fb;--brand:#1a56c4;--on-brand:#fff;--alert:#a3181f;--mark:#dfe8fb;--on-mark:#123a86}
@media (prefers-color-scheme:dark){:root{--canvas:#101318;--surface:#191d24;--text:#eef1f6;--soft:#b3bcca;--line:#333a46;--hover:#222833;--brand:#9dbdff;--on-brand:#0c1c3d;--alert:#ffb1ad;--mark:#22345c;--on-mark:#cfdfff}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--canvas);color:var(--text);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
main{width:100%;max-width:27rem;background:var(--surface);border:1px solid var(--line);border-radius:16px;padding:clamp(1.25rem,6vw,2.25rem)}
h1{font-size:1.5rem;line-height:1.25;letter-spacing:-.01em;font-weight:600;margin:.75rem 0 .25rem}
p{margin:0}
.soft{color:var(--soft)}
.chip{display:inline-block;background:var(--mark);color:var(--on-mark);border-radius:999px;padding:.1rem .65rem;font-size:.8125rem;font-weight:600}
ul{list-style:none;margin:1.25rem -.5rem;padding:0}
li+li{border-top:1px solid var(--line)}
button,input{font:inherit;color:inherit}
button{cursor:pointer;min-height:2.75rem;border:0;border-radius:8px;background:none;padding:.5rem 1.1rem;font-weight:600}
.account{display:grid;grid-template-columns:2.25rem 1fr;gap:0 .85rem;align-items:center;width:100%;padding:.6rem .5rem;text-align:start;font-weight:400}
.account:hover{background:var(--hover)}
.letter{grid-row:span 2;display:grid;place-items:center;width:2.25rem;height:2.25rem;border-radius:50%;background:var(--mark);color:var(--on-mark);font-weight:600}
.name{font-weight:600}
.account .soft{font-size:.875rem}
label{display:block;font-weight:600}
input:not([type=checkbox]){display:block;width:100%;min-height:2.75rem;margin-top:.25rem;padding:.4rem .75rem;background:var(--canvas);border:1px solid var(--soft);border-radius:8px}
.row{display:flex;flex-wrap:wrap-reverse;justify-content:space-between;gap:.5rem;margin-top:1.25rem}
.check{margin-top:.5rem;font-weight:400}
.main{background:var(--brand);color:var(--on-brand)}
.quiet,a{color:var(--brand)}
.quiet{margin-inline-start:-1.1rem}
.alert{color:var(--alert);margin-top:.35rem}
:focus-visible{outline:2px solid var(--brand);outline-offset:2px}
@media (forced-colors:active){.account,.main,.quiet{border:1px solid}}
`.trim();

/** The CSP hash of the pages' style sheet. */
export const googlePageStyleHash = styleHash(css);

/** `refused` is the last typed text, if it is not an email address. */
export function choicePage(asked: AskedOf, product: string, refused?: string): string {
  const open = `<form method="post" action="/stand-in/google/choose">${hidden(asked)}`;
  // Accounts that sign in with Google come first; the others show what happens to the rest.
  const place = ({ method }: (typeof demoAccounts)[number]): number => (method === 'google' ? 0 : 1);
  const sorted = demoAccounts.toSorted((a, b) => place(a) - place(b));
  const accounts = sorted.map(
    ({ email, name, says }) => `<li><button class="account" name="email" value="${escapeHtml(email)}">
<span class="letter" aria-hidden="true">${escapeHtml(name.slice(0, 1))}</span>
<span class="name">${escapeHtml(name)}</span>
<span class="soft">${escapeHtml(email)}<br>${escapeHtml(says)}</span></button></li>`,
  );
  const alert =
    refused === undefined ? '' : '<p class="alert" id="wrong" role="alert">Enter a full email address.</p>';
  const describedBy = refused === undefined ? '' : ' aria-invalid="true" aria-describedby="wrong"';
  return page(
    'Choose an account',
    `<p class="soft">to continue to ${escapeHtml(product)}</p>
${open}<ul>${accounts.join('')}</ul>
<label class="check"><input type="checkbox" name="personal"> Outside of a Google Workspace: the first login has to be confirmed by email</label></form>
${open}<label>Another email <input name="email" type="email" required autocomplete="off" value="${escapeHtml(refused ?? '')}"${describedBy}></label>${alert}
<label class="check"><input type="checkbox" name="personal"> Outside of a Google Workspace</label>
<p class="row"><button class="quiet" name="action" value="cancel" form="cancel">Cancel</button><button class="main">Continue</button></p></form>
${open.replace('<form', '<form id="cancel"')}</form>`,
  );
}

/** The answer as a form that the browser posts to the app: with a button, because these pages run no script. */
export const postPage = (redirectUri: string, answer: Readonly<Record<string, string>>): string =>
  page(
    'Continue',
    `<form method="post" action="${escapeHtml(redirectUri)}">${Object.entries(answer)
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
      .join('')}<p class="row"><button class="main">Continue</button></p></form>`,
  );

/** The page for a developer whose app sent an invalid request. */
export const faultPage = (fault: string): string =>
  page(
    "This request can't be answered",
    `<p class="soft">${escapeHtml(fault)}.</p>
<p class="row"><a href="/login">To the sign-in app</a></p>`,
  );

const hidden = (asked: AskedOf): string =>
  Object.entries(asked)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(String(value))}">`)
    .join('');

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${css}</style>
</head>
<body>
<main>
<p class="chip">Stand-in for Google</p>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
