/** Drives single logout over HTTP as a browser does, for tests: signs in, sends logout messages, reads the answers. */
import { inflateRawSync } from 'node:zlib';

import { flows } from '#flows/flows.ts';
import { samlAddresses } from '#security/saml/addresses.ts';
import type { Account } from '#store/accounts/accounts.ts';

import type { LogoutOptions } from '#test/saml/saml-logout-messages.ts';
import {
  beginByAddress,
  createSsoCompany,
  exchange,
  finishSso,
  keysWithSaml,
  newAttempt,
  respond,
  type SsoCompany,
} from './sso-driver.ts';
import type { AnswerOptions } from '#test/saml/saml-idp.ts';
import { tokensIn } from './outcome.ts';
import { createTestApp, type TestApp } from '#test/setup/test-app.ts';
import { newClient } from '#test/setup/test-deps.ts';

export interface SamlVisit {
  readonly refreshToken: string;
  /** Path and query of the logout address that the browser stores. */
  readonly logout: string;
}

/** Signs a person in, from the start of single sign-on to the tokens. */
export async function signInBySaml(
  { deps }: TestApp,
  company: SsoCompany,
  person: Account,
  changes: Partial<AnswerOptions> = {},
): Promise<SamlVisit> {
  const started = await flows.startSso({ email: person.email }, newClient(), deps);
  const { redirectUri, codeChallenge, codeVerifier } = newAttempt();
  const sent = await beginByAddress(
    company.id,
    {
      redirectUri,
      codeChallenge,
      codeChallengeMethod: 'S256',
      logoutToken: new URL(started.url).searchParams.get('logout') ?? undefined,
    },
    newClient(),
    deps,
  );
  const { searchParams } = new URL(sent);
  const relayState = searchParams.get('RelayState') ?? '';
  const requestId = / ID="([^"]+)"/.exec(messageIn(searchParams, 'SAMLRequest'))?.[1] ?? '';
  const attempt = { redirectUri, codeVerifier, relayState, requestId };
  const answer = respond(deps, company, attempt, { email: person.email, ...changes });
  const { code = '' } = await finishSso(deps, company.id, answer, relayState);
  const outcome = await exchange(deps, attempt, code);
  const { pathname, search } = new URL(started.logoutUrl);
  return { refreshToken: tokensIn(outcome.answer).refresh_token, logout: pathname + search };
}

/** The XML of a message in a query or form, inflated if it is compressed. */
export function messageIn(values: URLSearchParams, name: 'SAMLRequest' | 'SAMLResponse'): string {
  const bytes = Buffer.from(values.get(name) ?? '', 'base64');
  return bytes.toString().startsWith('<') ? bytes.toString() : inflateRawSync(bytes).toString();
}

/** The target and the values of a self-submitting form. */
export function formOf(html: string): { action: string; fields: URLSearchParams } {
  const unescaped = (text = ''): string =>
    text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  const inputs = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  return {
    action: unescaped(/<form method="post" action="([^"]*)"/.exec(html)?.[1]),
    fields: new URLSearchParams(inputs.map(([, name = '', value]) => [name, unescaped(value)])),
  };
}

/** Whether a session can still be refreshed. */
export async function lives({ deps }: TestApp, { refreshToken }: SamlVisit): Promise<boolean> {
  return flows.refreshTokens({ refreshToken }, newClient(), deps).then(
    () => true,
    () => false,
  );
}

/** The addresses at which the companies' providers receive messages. */
export const providersAddress = 'https://idp.test/out';

/** The service, a browser, and three companies whose providers differ in how they receive logout messages. */
export async function createLogouts() {
  const service = await createTestApp({ keys: keysWithSaml() });
  const { deps } = service;
  const companies = {
    none: await createSsoCompany(deps),
    redirect: await createSsoCompany(deps, { logoutUrl: providersAddress }),
    post: await createSsoCompany(deps, { logoutUrl: providersAddress, logoutBinding: 'post' }),
  };
  const headers = { accept: 'text/html', 'accept-language': 'en' };
  const get = (url: string) => service.app.inject({ url, headers, remoteAddress: newClient().client });
  return {
    service,
    companies,
    get,
    /** Posts as a provider's page does. */
    post: (url: string, payload: string) =>
      service.app.inject({
        method: 'POST',
        url,
        payload,
        remoteAddress: newClient().client,
        headers: {
          ...headers,
          'content-type': 'application/x-www-form-urlencoded',
          origin: 'https://idp.test',
          'sec-fetch-site': 'cross-site',
        },
      }),
    /** A logout message of a company's provider. */
    from: (
      company: SsoCompany,
      kind: LogoutOptions['kind'],
      changes: Partial<LogoutOptions> = {},
    ): LogoutOptions => ({
      kind,
      issuer: company.idp.entityId,
      destination: samlAddresses(deps.settings.publicUrl, company.id).logout,
      keys: company.idp,
      now: deps.clock(),
      ...changes,
    }),
    /** Logs a person out here and returns the LogoutRequest that the provider receives. */
    async loggingOut(visit: SamlVisit) {
      const answer = await get(visit.logout);
      const { location } = answer.headers;
      const sent =
        location === undefined
          ? formOf(answer.body)
          : { action: location.split('?')[0] ?? '', fields: new URL(location).searchParams };
      const xml = messageIn(sent.fields, 'SAMLRequest');
      return {
        answer,
        action: sent.action,
        xml,
        id: / ID="([^"]+)"/.exec(xml)?.[1] ?? '',
        relayState: sent.fields.get('RelayState') ?? '',
      };
    },
  };
}

export const logoutPath = ({ id }: SsoCompany): string => `/auth/v1/saml/${id}/logout`;
