/** Single logout as a browser walks it over HTTP, for tests: sessions with their logout address, and what pages answer. */
import { inflateRawSync } from 'node:zlib';

import { flows } from '#flows/flows.ts';
import { beginSsoLogin } from '#flows/sso-login.ts';
import type { Account } from '#store/accounts.ts';

import { anyClient, exchange, finishSso, newAttempt, respond, type SsoCompany } from './sso-driver.ts';
import type { AnswerOptions } from './saml-idp.ts';
import type { TestApp } from './test-app.ts';

export interface SamlVisit {
  readonly refreshToken: string;
  /** Path and query of the logout address that the browser keeps. */
  readonly logout: string;
}

/** Somebody signs in, from the question where to the tokens. */
export async function signInBySaml(
  { deps }: TestApp,
  company: SsoCompany,
  person: Account,
  changes: Partial<AnswerOptions> = {},
): Promise<SamlVisit> {
  const started = await flows.startSso({ email: person.email }, anyClient(), deps);
  const { redirectUri, codeChallenge, codeVerifier } = newAttempt();
  const sent = await beginSsoLogin(
    company.id,
    {
      redirectUri,
      codeChallenge,
      codeChallengeMethod: 'S256',
      logoutToken: new URL(started.url).searchParams.get('logout') ?? undefined,
    },
    anyClient(),
    deps,
  );
  const { searchParams } = new URL(sent);
  const relayState = searchParams.get('RelayState') ?? '';
  const requestId = / ID="([^"]+)"/.exec(messageIn(searchParams, 'SAMLRequest'))?.[1] ?? '';
  const attempt = { redirectUri, codeVerifier, relayState, requestId };
  const answer = respond(deps, company, attempt, { email: person.email, ...changes });
  const { code = '' } = await finishSso(deps, company.id, answer, relayState);
  const outcome = await exchange(deps, attempt, code);
  if (outcome.answer === undefined) throw new Error('nobody was signed in');
  const { pathname, search } = new URL(started.logoutUrl);
  return { refreshToken: outcome.answer.refresh_token, logout: pathname + search };
}

/** The XML of a message in a query or form, inflated where it is. */
export function messageIn(values: URLSearchParams, name: 'SAMLRequest' | 'SAMLResponse'): string {
  const bytes = Buffer.from(values.get(name) ?? '', 'base64');
  return bytes.toString().startsWith('<') ? bytes.toString() : inflateRawSync(bytes).toString();
}

/** The form of a page that posts: where to, and with what. */
export function formOf(html: string): { action: string; fields: URLSearchParams } {
  const unescaped = (text = ''): string => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  const inputs = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  return {
    action: unescaped(/<form method="post" action="([^"]*)"/.exec(html)?.[1]),
    fields: new URLSearchParams(inputs.map(([, name = '', value]) => [name, unescaped(value)])),
  };
}

/** Whether a session can still be refreshed. */
export async function lives({ deps }: TestApp, { refreshToken }: SamlVisit): Promise<boolean> {
  return flows.refreshTokens({ refreshToken }, anyClient(), deps).then(
    () => true,
    () => false,
  );
}
