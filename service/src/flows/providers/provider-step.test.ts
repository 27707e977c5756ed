/** The second step after Google and single sign-on (requirements §4 "Second step"; threats A6, A7, A20, B3, C7). */
import { randomUUID } from 'node:crypto';
import type { ProviderStep } from '@app/contract/fields/vocabulary.ts';
import { Secret, TOTP } from 'otpauth';
import { afterAll, expect, test } from 'vitest';

import type { Call } from '#deps.ts';
import { flows } from '#flows/flows.ts';
import { codeCeilings } from '#rate-limits/rate-limits.ts';
import type { SecondStep } from '#store/connection/database.ts';
import { setUpAuthenticator } from '#test/drivers/factor-driver.ts';
import { otherCode, resend, verify } from '#test/drivers/flow-driver.ts';
import { newSubject, startGoogleIssuer } from '#test/drivers/google-issuer.ts';
import { nameOf, outcomeOf, tally } from '#test/drivers/outcome.ts';
import {
  createSsoCompany,
  createSsoDeps,
  createSsoPerson,
  exchange,
  type SsoCompany,
  ssoToCode,
} from '#test/drivers/sso-driver.ts';
import type { AnswerOptions } from '#test/saml/saml-idp.ts';
import { givePasskey } from '#test/passkeys/passkey-driver.ts';
import { createAccount, eventsOf, mailsTo, newestCode, newClient } from '#test/setup/test-deps.ts';

const issuer = await startGoogleIssuer();
const deps = await createSsoDeps({ settings: { google: issuer.google } });
afterAll(async () => {
  await deps.close();
  await issuer.close();
});

interface Policy {
  readonly step: ProviderStep;
  readonly secondStep?: SecondStep;
  /** The company requires a factor by now. */
  readonly factor?: boolean;
}
const setPolicy = (companyId: string, { step, secondStep = 'always', factor = false }: Policy) =>
  deps.store.durable
    .updateTable('companies')
    .set({
      provider_step: step,
      second_step: secondStep,
      factor_from: factor ? new Date(deps.clock()) : null,
    })
    .where('id', '=', companyId)
    .execute();

async function googlePerson(policy: Policy, changes: Parameters<typeof createAccount>[1] = {}) {
  const companyId = randomUUID();
  await deps.store.durable.insertInto('companies').values({ id: companyId, name: 'Harbour Works' }).execute();
  await setPolicy(companyId, policy);
  return createAccount(deps, { method: 'google', companyId, ...changes });
}
async function ssoPerson(policy: Policy) {
  const company = await createSsoCompany(deps);
  await setPolicy(company.id, policy);
  return { company, person: await createSsoPerson(deps, company) };
}
const byGoogle = (
  email: string,
  claims: Record<string, unknown> = {},
  { deviceToken, call = newClient() }: { deviceToken?: string; call?: Call } = {},
) =>
  outcomeOf(
    flows.signInWithGoogle(
      {
        idToken: issuer.token(email, deps.clock(), { sub: newSubject(), jti: randomUUID(), ...claims }),
        ...(deviceToken !== undefined && { contextData: { deviceToken } }),
      },
      call,
      deps,
    ),
  );
async function bySso(company: SsoCompany, email: string, changes: Partial<AnswerOptions> = {}) {
  const { attempt, code } = await ssoToCode(deps, company, email, changes);
  return exchange(deps, attempt, code);
}
/** The challenge of an answer; undefined: there is a session, or a refusal. */
const challengeIn = ({ answer }: { readonly answer?: object | undefined }) =>
  answer && 'mfa' in answer
    ? (answer as { mfa: { session: string; ways?: string[] }; email: string })
    : undefined;
const isAsked = (outcome: { readonly answer?: object | undefined }) => challengeIn(outcome) !== undefined;

const context = (value: string) => (xml: string) =>
  xml.replace(/(<saml:AuthnContextClassRef>)[^<]*/, `$1${value}`);
const attribute = (name: string, value: string) => (xml: string) =>
  xml.replace(
    '</saml:Assertion>',
    `<saml:AttributeStatement><saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>`,
  );
const multiple = 'http://schemas.microsoft.com/claims/multipleauthn';

test('single sign-on is asked for a second step never, always, or unless the provider says that it asked for two', async () => {
  const { company, person } = await ssoPerson({ step: 'never' });
  const asked = async (change?: (xml: string) => string) =>
    isAsked(await bySso(company, person.email, change && { change }));
  expect(await asked()).toBe(false);
  await setPolicy(company.id, { step: 'always' });
  expect([await asked(), await asked(context(multiple))]).toEqual([true, true]);

  await setPolicy(company.id, { step: 'unlessProven' });
  const methods = 'http://schemas.microsoft.com/claims/authnmethodsreferences';
  const twice = (xml: string) =>
    xml.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, (one) => context(multiple)(one) + one);
  const said = {
    none: undefined,
    entra: context(multiple),
    refeds: context('https://refeds.org/profile/mfa'),
    smartcard: context('urn:oasis:names:tc:SAML:2.0:ac:classes:SmartcardPKI'),
    entraAttribute: attribute(methods, multiple),
    oktaAttribute: attribute('amr', 'mfa'),
    password: context('urn:oasis:names:tc:SAML:2.0:ac:classes:Password'),
    longer: context(`${multiple}s`),
    otherAttribute: attribute('groups', 'mfa'),
    oneOfTwo: twice,
  };
  const results: Record<string, boolean> = {};
  for (const [name, change] of Object.entries(said)) results[name] = await asked(change);
  expect(Object.keys(results).filter((name) => results[name] === false)).toEqual([
    'entra',
    'refeds',
    'smartcard',
    'entraAttribute',
    'oktaAttribute',
  ]);
  // Without a second step in the company there is none to ask for.
  await setPolicy(company.id, { step: 'always', secondStep: 'off' });
  expect(await asked()).toBe(false);
});

test('Google is asked the same, by the amr of its token', async () => {
  const { companyId, email } = await googlePerson({ step: 'unlessProven' });
  const sub = newSubject();
  const asked = [];
  for (const amr of [undefined, ['mfa'], ['pwd', 'mfa'], ['pwd'], ['MFA'], 'mfa', [1, 'mfa']])
    asked.push(isAsked(await byGoogle(email, { sub, amr })));
  expect(asked).toEqual([true, false, false, true, true, true, true]);
  await setPolicy(companyId, { step: 'never' });
  expect(isAsked(await byGoogle(email, { sub }))).toBe(false);
});

test('the mailed code finishes the sign-in with its method, once, and makes the device known', async () => {
  const person = await googlePerson({ step: 'always', secondStep: 'unrecognised' });
  const call = newClient();
  const { deviceToken } = await flows.issueDeviceToken({}, newClient(), deps);
  const sub = newSubject();
  const first = challengeIn(await byGoogle(person.email.toUpperCase(), { sub }, { deviceToken, call }));
  expect(first?.email).toBe(person.email);
  const { session } = first?.mfa ?? { session: '' };
  expect(nameOf(await resend(deps, person.email, call))).toBe('resendTooSoon');
  // Its email speaks of Google, and not of a password.
  expect((await mailsTo(deps, person.email))[0]?.values).toMatchObject({ by: 'google' });
  const code = await newestCode(deps, person.email);
  expect(nameOf(await verify(deps, person.email, otherCode(code), session, newClient()))).toBe('invalidCode');
  const tried = await Promise.all(
    Array.from({ length: 4 }, () => verify(deps, person.email, code, session, newClient())),
  );
  expect(tally(tried.map(nameOf))).toEqual({ answered: 1, sessionExpired: 3 });
  expect(tried.find(({ answer }) => answer)?.answer).toMatchObject({ auth_strategy: 'google' });
  expect(await eventsOf(deps, person.id)).toMatchObject([{ kind: 'signedIn' }]);
  expect(isAsked(await byGoogle(person.email, { sub }, { deviceToken }))).toBe(false);
  expect(isAsked(await byGoogle(person.email, { sub }))).toBe(true);
});

test('A6: at the limit of codes a new device waits: no link would help an account without a password', async () => {
  const { email } = await googlePerson({ step: 'always' });
  const call = newClient();
  const sub = newSubject();
  const names = [];
  for (let turn = 0; turn < 11; turn += 1) names.push(nameOf(await byGoogle(email, { sub }, { call })));
  expect(tally(names)).toEqual({ answered: 10, rateLimited: 1 });
});

test('B3: a token or a code that has opened a challenge opens nothing else', async () => {
  const { email } = await googlePerson({ step: 'always' });
  const idToken = issuer.token(email, deps.clock(), { sub: newSubject() });
  const tokens = await Promise.all(
    Array.from({ length: 4 }, () => outcomeOf(flows.signInWithGoogle({ idToken }, newClient(), deps))),
  );
  expect(tally(tokens.map((one) => (isAsked(one) ? 'asked' : nameOf(one))))).toEqual({
    asked: 1,
    credentials: 3,
  });
  const { company, person } = await ssoPerson({ step: 'always' });
  const { attempt, code } = await ssoToCode(deps, company, person.email);
  const codes = await Promise.all(Array.from({ length: 4 }, () => exchange(deps, attempt, code)));
  expect(tally(codes.map((one) => (isAsked(one) ? 'asked' : nameOf(one))))).toEqual({
    asked: 1,
    invalidCode: 3,
  });
});

test('an invited person is activated, and asked at once', async () => {
  const person = await googlePerson({ step: 'always' }, { status: 'unconfirmed' });
  const challenge = challengeIn(await byGoogle(person.email));
  const code = await newestCode(deps, person.email);
  expect(nameOf(await verify(deps, person.email, code, challenge?.mfa.session ?? '', newClient()))).toBe(
    'answered',
  );
});

test('A20: where the company requires a factor, an app is set up, and the mailed code counts no more', async () => {
  const { company, person } = await ssoPerson({ step: 'always', factor: true });
  // A passkey of a time when this account had a password signs nobody in here.
  await givePasskey(deps, person.id);
  const { email } = person;
  const first = challengeIn(await bySso(company, email));
  const session = first?.mfa.session ?? '';
  const answer = (await verify(deps, email, await newestCode(deps, email), session, newClient())).answer as {
    setUp?: { setup: string; secret: string; passkey?: object };
  };
  expect(answer.setUp?.passkey).toBeUndefined();
  const { setup = '', secret = '' } = answer.setUp ?? {};
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = app.generate({ timestamp: deps.clock() });
  expect(nameOf(await outcomeOf(flows.verifySetUp({ email, session, setup, code }, newClient(), deps)))).toBe(
    'answered',
  );
  expect(challengeIn(await bySso(company, email))?.mfa.ways).toEqual(['authenticator']);
  await setPolicy(company.id, { step: 'unlessProven', factor: true });
  expect(isAsked(await bySso(company, email, { change: context(multiple) }))).toBe(false);
});

test('A6: too many wrong codes in a row stop it, with no email about a password', async () => {
  const person = await googlePerson({ step: 'always' });
  await setUpAuthenticator(deps, person.id);
  await deps.store.durable
    .insertInto('code_tries')
    .values({ account_id: person.id, in_a_row: codeCeilings.inARow, recent: [] })
    .execute();
  expect(nameOf(await byGoogle(person.email))).toBe('credentials');
  expect((await mailsTo(deps, person.email)).map(({ kind }) => kind)).not.toContain('wrongCodes');
});
