/** Renders the pages of the stand-in identity provider as HTML. */
import { escapeHtml } from '#http/documents/html.ts';
import { plainPage } from '#http/documents/plain-page.ts';

import { identityProviderPath } from './identity-provider-answer.ts';
import { demoAccounts, ssoDomain } from '#dev/seed.ts';

/** The delays of an answer to choose from, in seconds. */
export const waits = [0, 2, 10] as const;

/** The provider's people: the accounts in the domain that the demo company claimed. */
export const people = demoAccounts.filter(({ email }) => email.endsWith(`@${ssoDomain}`));

/**
 * The page on which a person picks an account.
 *
 * @param query the request as received; the form repeats it, so the server stores nothing
 * @param said the error of the previous choice
 */
export function pickPage(query: string, said?: string): string {
  return page({
    heading: 'Sign in',
    lead: "A stand-in for a company's identity provider. Pick an account to sign in. No password is needed.",
    body: `<section><form method="post" action="${identityProviderPath}/answer" aria-label="Sign in">
<input type="hidden" name="request" value="${escapeHtml(query)}">
${
  // Enter in the email field presses the form's first button, which must not be an account's.
  '<button hidden></button>'
}
${said === undefined ? '' : `<p class="said" role="alert">${escapeHtml(said)}</p>`}
<h2>Pick an account</h2>
<ul class="accounts">${people.map(account).join('')}</ul>
<h2>Or use another email</h2>
<label>Email <input name="email" type="email" autocomplete="off" maxlength="254"></label>
<p class="row"><button>Sign in</button><button class="quiet" name="deny" value="yes" formnovalidate>Deny</button></p>
<details><summary>Faults to try</summary>
<label>The provider's clock is off by (seconds) <input name="clock" type="number" value="0" step="1" min="-86400" max="86400"></label>
<label>Response comes <select name="wait">${waits.map((one) => `<option value="${one}">${one === 0 ? 'at once' : `after ${one} seconds`}</option>`).join('')}</select></label>
<label>Response content <select name="change"><option value="">as signed</option><option value="yes">changed after signing</option></select></label>
</details>
</form></section>`,
  });
}

const account = ({ email, name, says }: (typeof people)[number]): string =>
  `<li><button name="account" value="${escapeHtml(email)}" title="${escapeHtml(says)}"><span class="initial" aria-hidden="true">${escapeHtml(name.slice(0, 1))}</span><span>${escapeHtml(name)}</span><span class="soft">${escapeHtml(email)}</span></button></li>`;

/** The page that posts the answer to the service (HTTP-POST binding), by its script or by its button. */
export function returnPage(
  acsUrl: string,
  fields: Readonly<Record<'SAMLResponse' | 'RelayState', string>>,
): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return page({
    heading: 'One moment…',
    lead: 'We are taking you back.',
    module: `${identityProviderPath}/post.js`,
    body: `<form method="post" action="${escapeHtml(acsUrl)}">${inputs.join('')}<p class="row"><button>Continue</button></p></form>`,
  });
}

/** The page for an invalid request. */
export const refusalPage = (reason: string): string =>
  page({
    heading: "This request can't be answered",
    lead: reason,
    body: '<p><a href="/login">To the sign-in app</a></p>',
  });

export const signedOutPage = (): string =>
  page({
    heading: 'You are signed out',
    lead: 'You are signed out of Northline Workforce and of every app that it signed you in to.',
    body: `<p><a href="/login">To the sign-in app</a></p>
<section><form method="post" action="${identityProviderPath}/logout" aria-label="Sign out everywhere">
<h2>Sign a person out everywhere</h2>
<label>Email <input name="email" type="email" autocomplete="off" maxlength="254"></label>
<p class="row"><button>Sign out</button></p>
</form></section>`,
  });

interface Page {
  readonly heading: string;
  readonly lead: string;
  readonly body: string;
  readonly module?: string;
}

function page({ heading, lead, body, module }: Page): string {
  return plainPage({
    language: 'en',
    title: `Northline Workforce · ${heading}`,
    body: `<link rel="stylesheet" href="${identityProviderPath}/style.css">
<p class="mark">Northline Workforce</p>
<h1>${escapeHtml(heading)}</h1>
<p class="lead">${escapeHtml(lead)}</p>
${body}`,
    ...(module !== undefined && { module }),
  });
}
