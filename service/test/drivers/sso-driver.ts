/** Drives single sign-on as a browser does, for tests: companies with their providers, attempts, answers and codes. */
import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'vitest';

import { flows } from '#flows/flows.ts';
import { beginSsoLogin, finishSsoLogin } from '#flows/providers/sso-login.ts';
import { makeSamlJwk } from '#dev/identity-provider/saml-key.ts';
import { type Keys, loadKeys, makeKeySet } from '#security/tokens/keys.ts';
import { samlAddresses } from '#security/saml/addresses.ts';
import { newHandle } from '#security/tokens/handles.ts';
import { insertCompany, claimDomain, type NewAccount } from '#store/accounts/accounts.ts';
import { upsertSamlConfiguration } from '#store/accounts/saml-configurations.ts';

import { nameOf, outcomeOf } from './outcome.ts';
import { type AnswerOptions, createTestIdp, type TestIdp } from '#test/saml/saml-idp.ts';
import {
  createAccount,
  createTestDeps,
  type TestDeps,
  testSettings,
  newClient,
} from '#test/setup/test-deps.ts';

/** The service's SAML key is slow to create: one for a test file. */
const samlJwk = await makeSamlJwk('Test service', Date.UTC(2026, 10, 21, 9));

export const keysWithSaml = (): Keys => loadKeys({ keys: [...makeKeySet().keys, samlJwk] });

export const createSsoDeps = (options: Parameters<typeof createTestDeps>[0] = {}): Promise<TestDeps> =>
  createTestDeps({ keys: keysWithSaml(), ...options });

export interface SsoCompany {
  readonly id: string;
  readonly idp: TestIdp;
  readonly domains: readonly string[];
}

let companies = 0;

/** A company with claimed domains and a provider. `certificates` and `emailAttribute` belong to its configuration. */
export async function createSsoCompany(
  deps: TestDeps,
  options: {
    domains?: readonly string[];
    idp?: TestIdp;
    certificates?: readonly string[];
    emailAttribute?: string;
    ssoUrl?: string;
    logoutUrl?: string;
    logoutBinding?: 'redirect' | 'post';
  } = {},
): Promise<SsoCompany> {
  companies += 1;
  const id = randomUUID();
  const { domains = [`company-${companies}.test`, `company-${companies}-too.test`] } = options;
  const { idp = createTestIdp(`https://idp-${companies}.test/metadata`) } = options;
  await insertCompany(deps.store.durable, { id, name: `Company ${companies}` });
  for (const domain of domains)
    await claimDomain(deps.store.durable, { domain, companyId: id, method: 'saml' });
  const configuration = {
    companyId: id,
    entityId: idp.entityId,
    ssoUrl: options.ssoUrl ?? `https://idp-${companies}.test/sso`,
    logoutUrl: options.logoutUrl,
    logoutBinding: options.logoutBinding,
    certificates: options.certificates ?? [idp.certificate],
    emailAttribute: options.emailAttribute,
  };
  await upsertSamlConfiguration(configuration, deps.clock()).execute(deps.store.durable);
  return { id, idp, domains };
}

let people = 0;

/** Adds a person of the company, in one of its domains, who signs in through its provider. */
export function createSsoPerson(deps: TestDeps, company: SsoCompany, changes: Partial<NewAccount> = {}) {
  people += 1;
  const email = `sam-${people}@${company.domains[people % company.domains.length]}`;
  return createAccount(deps, { companyId: company.id, method: 'saml', email, ...changes });
}

export interface Attempt {
  readonly redirectUri: string;
  readonly codeVerifier: string;
  readonly relayState: string;
  readonly requestId: string;
}

/** The values that the app stores in the browser before the redirect. */
export function newAttempt(): { redirectUri: string; codeVerifier: string; codeChallenge: string } {
  const codeVerifier = newHandle();
  return {
    redirectUri: `${testSettings.publicUrl}/login/sso?state=${newHandle()}`,
    codeVerifier,
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
  };
}

/** Begins an attempt; reads the request's id from the database, as a provider reads it from the request. */
export async function beginSso(deps: TestDeps, companyId: string, call = newClient()): Promise<Attempt> {
  const { redirectUri, codeVerifier, codeChallenge } = newAttempt();
  const attempt = { redirectUri, codeChallenge, codeChallengeMethod: 'S256' };
  const url = new URL(await beginByAddress(companyId, attempt, call, deps));
  const request = await deps.store.durable
    .selectFrom('saml_requests')
    .select('id')
    .$castTo<{ id: string }>()
    .where('redirect_uri', '=', redirectUri)
    .executeTakeFirstOrThrow();
  return {
    redirectUri,
    codeVerifier,
    relayState: url.searchParams.get('RelayState') ?? '',
    requestId: request.id,
  };
}

/** Begins at a provider that takes HTTP-Redirect: the address. */
export async function beginByAddress(...start: Parameters<typeof beginSsoLogin>): Promise<string> {
  const sent = await beginSsoLogin(...start);
  if ('to' in sent) return sent.to;
  throw new Error('the request is posted');
}

/** The provider's answer to an attempt, base64. */
export function respond(
  deps: TestDeps,
  company: SsoCompany,
  attempt: Attempt,
  changes: Partial<AnswerOptions> = {},
): string {
  const { acs, entityId } = samlAddresses(deps.settings.publicUrl, company.id);
  return company.idp.respond({
    requestId: attempt.requestId,
    acsUrl: acs,
    spEntityId: entityId,
    now: deps.clock(),
    ...changes,
  });
}

/** Posts an answer: the `code` or the `error` of the redirect, and its target. */
export async function finishSso(
  deps: TestDeps,
  companyId: string,
  samlResponse: string,
  relayState: string | undefined,
) {
  const next = await finishSsoLogin(companyId, { samlResponse, relayState }, newClient(), deps);
  return readRedirect(next);
}

export function readRedirect(next: string): {
  code: string | undefined;
  error: string | undefined;
  to: string;
} {
  const url = new URL(next, testSettings.publicUrl);
  return {
    code: url.searchParams.get('code') ?? undefined,
    error: url.searchParams.get('error') ?? undefined,
    to: url.pathname,
  };
}

export const exchange = (
  deps: TestDeps,
  {
    redirectUri,
    codeVerifier,
    deviceToken,
  }: Pick<Attempt, 'redirectUri' | 'codeVerifier'> & { readonly deviceToken?: string | undefined },
  code: string,
  call = newClient(),
) =>
  outcomeOf(
    flows.signInWithSsoCode(
      {
        code,
        redirectUrl: redirectUri,
        codeVerifier,
        ...(deviceToken !== undefined && { contextData: { deviceToken } }),
      },
      call,
      deps,
    ),
  );

/** An attempt with the code for its valid answer. */
export async function ssoToCode(
  deps: TestDeps,
  company: SsoCompany,
  email: string,
  changes: Partial<AnswerOptions> = {},
): Promise<{ attempt: Attempt; code: string }> {
  const attempt = await beginSso(deps, company.id);
  const answer = respond(deps, company, attempt, { email, ...changes });
  const { code, error } = await finishSso(deps, company.id, answer, attempt.relayState);
  if (code === undefined) throw new Error(`no code: ${error}`);
  return { attempt, code };
}

/** Posts an answer and exchanges its code: the name of the outcome. */
export async function bring(
  deps: TestDeps,
  company: SsoCompany,
  attempt: Attempt,
  answer: string,
): Promise<string> {
  const { code, error } = await finishSso(deps, company.id, answer, attempt.relayState);
  return code === undefined ? (error ?? 'lost') : nameOf(await exchange(deps, attempt, code));
}

/** The number of an account's sessions. */
export async function sessionsOf(deps: TestDeps, accountId: string): Promise<number> {
  const rows = await deps.store.durable
    .selectFrom('families')
    .select('id')
    .where('account_id', '=', accountId)
    .execute();
  return rows.length;
}

/** The address without its support code, which it must have. */
export function withoutSupportCode(address: unknown): string {
  const pattern = /&support_code=[\dA-HJKMNP-TV-Z]{4}-[\dA-HJKMNP-TV-Z]{4}(?=&|$)/;
  expect(address).toMatch(pattern);
  return String(address).replace(pattern, '');
}
