/**
 * Tests the code of a single sign-on: which accounts it signs in, and that it belongs to one attempt (threats C7, C8).
 */
import * as limits from '@app/contract/fields/limits.ts';
import { afterAll, expect, test } from 'vitest';

import { newHandle } from '#security/tokens/handles.ts';
import { setAccess } from '#store/accounts/account-changes.ts';
import { nameOf, outcomeOf, tally, tokensIn } from '#test/drivers/outcome.ts';
import { createTestIdp, makeSigningKeys } from '#test/saml/saml-idp.ts';
import {
  beginByAddress,
  beginSso,
  createSsoCompany,
  createSsoDeps,
  createSsoPerson,
  exchange,
  finishSso,
  newAttempt,
  respond,
  sessionsOf,
  ssoToCode,
  withoutSupportCode,
} from '#test/drivers/sso-driver.ts';
import { createAccount, eventsOf, newClient } from '#test/setup/test-deps.ts';
import { rounds } from '#test/setup/proof.ts';

import { flows } from '#flows/flows.ts';

const deps = await createSsoDeps();
const company = await createSsoCompany(deps);
afterAll(() => deps.close());

test('people of two companies with two domains each sign in, only through their own provider', async () => {
  const other = await createSsoCompany(deps);
  let signedIn = 0;
  let strangers = 0;
  for (const [mine, foreign] of [
    [company, other],
    [other, company],
  ] as const) {
    for (const domain of mine.domains) {
      const person = await createSsoPerson(deps, mine, { email: `both-${signedIn}@${domain}` });
      const { attempt, code } = await ssoToCode(deps, mine, person.email.toUpperCase());
      const { answer } = await exchange(deps, attempt, code);
      expect(tokensIn(answer).auth_strategy).toBe('saml');
      expect(await sessionsOf(deps, person.id)).toBe(1);
      signedIn += 1;

      const through = await beginSso(deps, foreign.id);
      const claimed = respond(deps, foreign, through, { email: person.email });
      const { error } = await finishSso(deps, foreign.id, claimed, through.relayState);
      expect(error).toBe('sso-unknown-user');
      // Each company's answer at the other company's address.
      const crossed = respond(deps, { ...mine, idp: foreign.idp }, through, { email: person.email });
      expect((await finishSso(deps, foreign.id, crossed, through.relayState)).code).toBeUndefined();
      expect((await finishSso(deps, mine.id, crossed, through.relayState)).code).toBeUndefined();
      strangers += 3;
      expect(await sessionsOf(deps, person.id)).toBe(1);
    }
  }
});

test('two certificates at once, encrypted assertions, and an email in an attribute', async () => {
  const [old, next, stranger] = await Promise.all([makeSigningKeys(), makeSigningKeys(), makeSigningKeys()]);
  const idp = createTestIdp('https://idp.rolling.test/', old);
  const certificates = [old.certificate, next.certificate];
  const rolling = await createSsoCompany(deps, { idp, certificates, emailAttribute: 'mail' });
  const person = await createSsoPerson(deps, rolling);
  const encryptFor = deps.keys.saml?.certificate ?? '';
  for (const changes of [{ keys: old }, { keys: next }, { keys: next, encryptFor }, { encryptFor }]) {
    const { attempt, code } = await ssoToCode(deps, rolling, person.email, {
      emailAttribute: 'mail',
      ...changes,
    });
    expect(nameOf(await exchange(deps, attempt, code))).toBe('answered');
  }
  const attempt = await beginSso(deps, rolling.id);
  const forged = respond(deps, rolling, attempt, {
    email: person.email,
    emailAttribute: 'mail',
    keys: stranger,
  });
  expect((await finishSso(deps, rolling.id, forged, attempt.relayState)).error).toBe('sso-invalid-response');
  expect(await sessionsOf(deps, person.id)).toBe(4);
});

test('every status and method of an account has its own answer', async () => {
  const rows: [string, string][] = [];
  for (const method of ['saml', 'password', 'google'] as const) {
    for (const status of ['active', 'unconfirmed', 'disabled'] as const) {
      const person = await createSsoPerson(deps, company, { method, status });
      const attempt = await beginSso(deps, company.id);
      const answer = respond(deps, company, attempt, { email: person.email });
      const { code, error } = await finishSso(deps, company.id, answer, attempt.relayState);
      const outcome = code === undefined ? undefined : await exchange(deps, attempt, code);
      const says = outcome?.refusal?.message ?? '';
      rows.push([`${method} ${status}`, outcome ? `${nameOf(outcome)} ${says}`.trim() : (error ?? '')]);
      const events = (await eventsOf(deps, person.id)).map(({ kind }) => kind).toSorted();
      if (method === 'saml' && status === 'unconfirmed')
        expect(events).toEqual(['invitationAccepted', 'signedIn']);
      expect(await sessionsOf(deps, person.id)).toBe(method === 'saml' && status !== 'disabled' ? 1 : 0);
    }
  }
  expect(Object.fromEntries(rows)).toEqual({
    'saml active': 'answered',
    'saml unconfirmed': 'answered',
    'saml disabled': 'sso-unknown-user',
    'password active': 'strategy This account signs in with email and password.',
    'password unconfirmed': 'sso-unknown-user',
    'password disabled': 'sso-unknown-user',
    'google active': 'strategy This account signs in with Google.',
    'google unconfirmed': 'sso-unknown-user',
    'google disabled': 'sso-unknown-user',
  });
  const unclaimed = await createAccount(deps, {
    companyId: company.id,
    method: 'saml',
    email: 'a@else.test',
  });
  for (const email of [unclaimed.email, `nobody@${company.domains[0]}`]) {
    const attempt = await beginSso(deps, company.id);
    const answer = respond(deps, company, attempt, { email });
    expect((await finishSso(deps, company.id, answer, attempt.relayState)).error).toBe('sso-unknown-user');
    // The answer is valid and consumed: it does not open an account created a minute later.
    expect((await finishSso(deps, company.id, answer, attempt.relayState)).error).toBe('sso-expired');
  }
});

test('C7: a code is valid for 60 seconds, for its own attempt, and while the account is unchanged', async () => {
  const person = await createSsoPerson(deps, company);
  const refusals: string[] = [];
  const tryCode = async (change: (code: string) => ReturnType<typeof exchange>) => {
    const { attempt, code } = await ssoToCode(deps, company, person.email);
    refusals.push(nameOf(await change(code)));
    // Every wrong try consumes the code.
    refusals.push(nameOf(await exchange(deps, attempt, code)));
  };
  const other = newAttempt();
  for (let n = 0; n < rounds; n += 1)
    await tryCode(async (code) => exchange(deps, n % 2 ? other : newAttempt(), code));
  expect(tally(refusals)).toEqual({ invalidCode: 2 * rounds });

  for (const change of ['redirectUri', 'codeVerifier'] as const) {
    const { attempt, code } = await ssoToCode(deps, company, person.email);
    expect(nameOf(await exchange(deps, { ...attempt, [change]: other[change] }, code))).toBe('invalidCode');
  }
  const late = await ssoToCode(deps, company, person.email);
  deps.advance(limits.ssoCodeLifetime);
  expect(nameOf(await exchange(deps, late.attempt, late.code))).toBe('invalidCode');
  const overtaken = await ssoToCode(deps, company, person.email);
  await deps.store.durable.transaction().execute((db) => setAccess(db, person.id, { method: 'saml' }));
  expect(nameOf(await exchange(deps, overtaken.attempt, overtaken.code))).toBe('invalidCode');
  expect(nameOf(await exchange(deps, overtaken.attempt, newHandle()))).toBe('invalidCode');
  expect(await sessionsOf(deps, person.id)).toBe(0);
});

test('C7: an attempt needs a PKCE challenge, and its code the verifier', async () => {
  const person = await createSsoPerson(deps, company);
  const { redirectUri, codeVerifier, codeChallenge } = newAttempt();
  const codeOf = async (challenge: string) => {
    const attempt = {
      redirectUri: newAttempt().redirectUri,
      codeChallenge: challenge,
      codeChallengeMethod: undefined,
    };
    const url = new URL(await beginByAddress(company.id, attempt, newClient(), deps));
    const { id } = await deps.store.durable
      .selectFrom('saml_requests')
      .select('id')
      .$castTo<{ id: string }>()
      .where('redirect_uri', '=', attempt.redirectUri)
      .executeTakeFirstOrThrow();
    const relayState = url.searchParams.get('RelayState') ?? '';
    const begun = { redirectUri: attempt.redirectUri, codeVerifier, relayState, requestId: id };
    const answer = respond(deps, company, begun, { email: person.email });
    const { code = '' } = await finishSso(deps, company.id, answer, relayState);
    return { code, redirectUrl: attempt.redirectUri };
  };
  const ask = async (body: { code: string; redirectUrl?: string; codeVerifier?: string }) =>
    nameOf(await outcomeOf(flows.signInWithSsoCode(body, newClient(), deps)));
  expect(await ask({ ...(await codeOf(codeChallenge)), codeVerifier })).toBe('answered');
  expect(await ask(await codeOf(codeChallenge))).toBe('invalidCode');
  expect(await ask({ ...(await codeOf(newAttempt().codeChallenge)), codeVerifier })).toBe('invalidCode');
  expect(await ask({ code: (await codeOf(codeChallenge)).code, codeVerifier })).toBe('invalidCode');
  for (const [given, codeChallengeMethod] of [
    [undefined, undefined],
    [undefined, 'S256'],
    ['short', undefined],
    [codeVerifier, 'plain'],
  ] as const) {
    const attempt = { redirectUri, codeChallenge: given, codeChallengeMethod };
    const next = await beginByAddress(company.id, attempt, newClient(), deps);
    expect(withoutSupportCode(next)).toBe(`${redirectUri}&error=sso-error`);
  }
});
