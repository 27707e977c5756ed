/** Tests which account a Google sign-in opens, and which are refused (requirements §4 "Google"; threat B4). */
import { randomUUID } from 'node:crypto';
import { minutes } from '@app/contract/fields/durations.ts';
import { type Strategy, strategies } from '@app/contract/fields/vocabulary.ts';
import { OAuth2Issuer, OAuth2Server } from 'oauth2-mock-server';
import { afterAll, expect, test } from 'vitest';

import type { Call } from '#deps.ts';
import { createGoogleKeys } from '#gateways/google-keys.ts';
import { claimDomain } from '#store/accounts/accounts.ts';
import { after, changedInOneStatement } from '#store/connection/one-statement.ts';
import { consumeIdToken, findByIdentity, insertIdentity } from '#store/sign-in/identities.ts';
import { changeMethod, disableAccount } from '#test/drivers/admin-driver.ts';
import { newSubject, startGoogleIssuer } from '#test/drivers/google-issuer.ts';
import { refresh } from '#test/drivers/flow-driver.ts';
import { nameOf, outcomeOf, refreshTokenOf, tally, tokensIn } from '#test/drivers/outcome.ts';
import {
  callFrom,
  createAccount,
  createTestDeps,
  eventsOf,
  fillCounters,
  type TestDeps,
  newClient,
} from '#test/setup/test-deps.ts';

import { googleSignIns } from '#rate-limits/rate-limits.ts';
import { flows } from '#flows/flows.ts';
import { answerOnce } from '#idempotency/exactly-once.ts';

const issuer = await startGoogleIssuer();
const deps = await createTestDeps({ settings: { google: issuer.google } });
await claimDomain(deps.store.durable, {
  domain: 'claimed.test',
  companyId: deps.company.id,
  method: 'saml',
});
afterAll(async () => {
  await deps.close();
  await issuer.close();
});

const present = (idToken: string, of: TestDeps = deps, call: Call = newClient()) =>
  outcomeOf(flows.signInWithGoogle({ idToken }, call, of));
const signIn = (email: string, sub = newSubject(), changes: Record<string, unknown> = {}, of = deps) =>
  present(issuer.token(email, of.clock(), { sub, ...changes }), of);
const holderOf = (outcome: Awaited<ReturnType<typeof present>>): unknown =>
  outcome.answer &&
  JSON.parse(Buffer.from(tokensIn(outcome.answer).id_token.split('.')[1] ?? '', 'base64url').toString()).sub;

const googleAccount = (changes: Parameters<typeof createAccount>[1] = {}) =>
  createAccount(deps, { method: 'google', ...changes });

test('B4: the first sign-in links the account by its address; later ones use only the subject', async () => {
  const gina = await googleAccount();
  const sub = newSubject();
  const first = await signIn(gina.email.toUpperCase(), sub);
  expect(first.answer).toMatchObject({ auth_strategy: 'google', expires_in: 900 });
  expect(holderOf(first)).toBe(gina.id);
  expect(await eventsOf(deps, gina.id)).toMatchObject([{ kind: 'signedIn' }]);
  expect(nameOf(await refresh(deps, tokensIn(first.answer).refresh_token))).toBe('answered');

  // Her address at Google changes to one that another account has here.
  const other = await googleAccount();
  expect(holderOf(await signIn(other.email, sub))).toBe(gina.id);
  // Her old address is given to another person at Google.
  expect(nameOf(await signIn(gina.email))).toBe('credentials');
  // She cannot take over the other account.
  expect(holderOf(await signIn(other.email))).toBe(other.id);

  await deps.store.durable
    .updateTable('accounts')
    .set({ email: 'gina.new@northline.test' })
    .where('id', '=', gina.id)
    .execute();
  expect(holderOf(await signIn(gina.email, sub))).toBe(gina.id);
});

test('every method and status of an account has its own answer, independent of REVEAL_SIGN_IN_METHOD', async () => {
  const { settings } = deps;
  const answers: Record<string, string> = {};
  for (const revealSignInMethod of ['always', 'proven'] as const) {
    const set: TestDeps = { ...deps, settings: { ...settings, revealSignInMethod } };
    for (const status of ['active', 'unconfirmed', 'disabled'] as const) {
      for (const method of strategies) {
        const { email } = await createAccount(deps, { method, status });
        const outcome = await signIn(email, undefined, {}, set);
        answers[`${status} ${method}`] = outcome.refusal?.message ?? 'answered';
      }
    }
    const unknown = async (domain: string) =>
      (await signIn(`${randomUUID()}@${domain}`, undefined, {}, set)).refusal;
    answers['unknown'] = (await unknown('northline.test'))?.message ?? 'answered';
    answers['unknown, claimed'] = (await unknown('claimed.test'))?.message ?? 'answered';
  }
  const plain = 'The credentials provided are incorrect.';
  expect(answers).toEqual({
    'active password': 'This account signs in with email and password.',
    'active google': 'answered',
    'active saml': 'This account signs in with SAML.',
    'unconfirmed password': plain,
    'unconfirmed google': 'answered',
    'unconfirmed saml': plain,
    ...Object.fromEntries(strategies.map((method) => [`disabled ${method}`, plain])),
    unknown: plain,
    'unknown, claimed': 'This account signs in with SAML.',
  });
});

test("a linked account follows its admin's changes", async () => {
  const account = await googleAccount();
  const sub = newSubject();
  expect(nameOf(await signIn(account.email, sub))).toBe('answered');
  const change = async (method: Strategy) => {
    await changeMethod(account.id, method, callFrom(), deps);
    return (await signIn(account.email, sub)).refusal?.message ?? 'answered';
  };
  expect(await change('password')).toContain('password');
  expect(await change('saml')).toContain('SAML');
  expect(await change('google')).toBe('answered');
  await disableAccount(account.id, callFrom(), deps);
  expect(nameOf(await signIn(account.email, sub))).toBe('credentials');
});

test('B3: the clock may be wrong by a minute, and a token may be at most ten minutes old', async () => {
  const { email } = await googleAccount();
  const sub = newSubject();
  const now = Math.floor(deps.clock() / 1000);
  const verdicts: Record<string, string> = {};
  const cases = {
    'exp 59 s ago': { exp: now - 59, iat: now - 300 },
    'exp 60 s ago': { exp: now - 60, iat: now - 300 },
    'iat in 60 s': { iat: now + 60 },
    'iat in 61 s': { iat: now + 61 },
    'iat 660 s ago': { iat: now - 660 },
    'iat 661 s ago': { iat: now - 661 },
  };
  for (const [name, changes] of Object.entries(cases))
    verdicts[name] = nameOf(await signIn(email, sub, changes));
  expect(Object.values(verdicts)).toEqual([
    'answered',
    'credentials',
    'answered',
    'credentials',
    'answered',
    'credentials',
  ]);
});

test("both of Google's issuer names are accepted, and both are refused with another configured issuer", async () => {
  const real = await startGoogleIssuer('https://accounts.google.com');
  const set: TestDeps = {
    ...deps,
    settings: { ...deps.settings, google: real.google },
    googleKeys: createGoogleKeys({ url: real.google.jwksUrl, clock: deps.clock, log: deps.log }),
  };
  const account = await googleAccount();
  const sub = newSubject();
  for (const iss of ['https://accounts.google.com', 'accounts.google.com']) {
    expect(holderOf(await present(real.token(account.email, deps.clock(), { sub, iss }), set))).toBe(
      account.id,
    );
    expect(nameOf(await signIn(account.email, sub, { iss }))).toBe('credentials');
  }
  const rows = await deps.store.durable
    .selectFrom('identities')
    .selectAll()
    .where('subject', '=', sub)
    .execute();
  expect(rows).toMatchObject([{ issuer: 'https://accounts.google.com', account_id: account.id }]);
  await real.close();
});

test('a client gets 1,000 refusals in ten minutes, and whom Google vouches for still signs in; without the settings every sign-in is refused', async () => {
  const { email } = await googleAccount();
  const sub = newSubject();
  const call = callFrom('203.0.113.30');
  const tries = async (count: number) => {
    const names: string[] = [];
    for (let n = 0; n < count; n += 1)
      names.push(nameOf(await present(issuer.token(email, deps.clock(), { sub }), deps, call)));
    return tally(names);
  };
  await fillCounters(deps, googleSignIns(call.client), 3);
  const junk: string[] = [];
  for (let n = 0; n < 6; n += 1) junk.push(nameOf(await present('x.y.z', deps, call)));
  expect(tally(junk)).toEqual({ credentials: 3, rateLimited: 3 });
  expect(await tries(2)).toEqual({ answered: 2 });

  const without: TestDeps = {
    ...deps,
    settings: { ...deps.settings, google: undefined },
    googleKeys: undefined,
  };
  expect(nameOf(await signIn(email, sub, {}, without))).toBe('credentials');
});

test('a repeat with the same key gets the same session; without a key the token is already used', async () => {
  const { email } = await googleAccount();
  const body = { idToken: issuer.token(email, deps.clock()) };
  const once = (key: string) =>
    outcomeOf(
      answerOnce({ name: 'signInWithGoogle', key, body, call: newClient(), deps }, (known) =>
        flows.signInWithGoogle(body, known, deps),
      ),
    );
  const first = refreshTokenOf(await once('key-of-google'));
  expect(first).toBeTruthy();
  expect(refreshTokenOf(await once('key-of-google'))).toBe(first);
  expect(nameOf(await once('another-key'))).toBe('credentials');
});

test('an account that changes while its token is verified gets no session, and the token is not consumed', async () => {
  const account = await googleAccount();
  const identity = { issuer: issuer.google.issuer, subject: newSubject(), email: account.email };
  const found = await findByIdentity(deps.store.relaxed, identity);
  await changeMethod(account.id, 'google', callFrom(), deps);
  const consume = (credentialVersion: number) =>
    changedInOneStatement(deps.store.durable, 'token', {
      token: consumeIdToken({
        token: Buffer.alloc(32, 7),
        usableUntil: deps.clock() + minutes(11),
        accountId: account.id,
        credentialVersion,
      }),
      identity: insertIdentity(identity, account.id, deps.clock(), after('token')),
    });
  expect(await consume(found.credentialVersion)).toBe(false);
  const fresh = await findByIdentity(deps.store.relaxed, identity);
  expect(fresh.link).toBe('none');
  expect(await consume(fresh.credentialVersion)).toBe(true);
});

test('tokens of another OpenID server are accepted', async () => {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const url = String(server.issuer.url);
  const google = { ...issuer.google, issuer: url, jwksUrl: `${url}/jwks` };
  const googleKeys = createGoogleKeys({ url: google.jwksUrl, clock: deps.clock, log: deps.log });
  const set: TestDeps = { ...deps, settings: { ...deps.settings, google }, googleKeys };
  const account = await googleAccount();
  const sub = newSubject();
  const iat = Math.floor(deps.clock() / 1000);
  const claims = {
    sub,
    aud: google.clientId,
    email: account.email,
    email_verified: true,
    hd: 'northline.test',
  };
  const times = { iat, nbf: iat, exp: iat + 600 };
  const build = (from: OAuth2Issuer) =>
    from.buildToken({ scopesOrTransform: (_header, payload) => void Object.assign(payload, claims, times) });
  expect(holderOf(await present(await build(server.issuer), set))).toBe(account.id);
  const forged = new OAuth2Issuer();
  forged.url = url;
  await forged.keys.generate('RS256');
  expect(nameOf(await present(await build(forged), set))).toBe('credentials');
  await server.stop();
});
