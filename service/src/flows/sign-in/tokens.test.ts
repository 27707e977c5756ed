import { days, minutes, seconds } from '@app/contract/fields/durations.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';

import { flows } from '#flows/flows.ts';
import { loadKeys, makeKeySet } from '#security/tokens/keys.ts';
import { deriveRefreshToken, readRefreshToken } from '#security/tokens/refresh-token.ts';
import { verifyAccessToken, verifyIdToken } from '#security/tokens/tokens.ts';
import { refresh, signInBasic } from '#test/drivers/flow-driver.ts';
import { nameOf, tally } from '#test/drivers/outcome.ts';
import { rounds } from '#test/setup/proof.ts';
import { callFrom, createAccount, createTestDeps, eventsOf, mailsTo } from '#test/setup/test-deps.ts';

const deps = await createTestDeps();
afterAll(() => deps.close());

const person = () => createAccount(deps, { secondStep: 'off' });

test('tokens contain the account, the company, the platform and the sign-in', async () => {
  const account = await person();
  const tokens = await signInBasic(deps, account.email, callFrom(1, { platform: 'ios' }));
  const audience = { issuer: 'http://localhost:4000', audience: 'mobile' };
  const claims = await verifyIdToken(deps.keys, tokens.id_token, audience, deps.clock());
  expect(claims).toMatchObject({
    sub: account.id,
    email: account.email,
    'custom:user_id': account.id,
    'custom:company_id': account.companyId,
    'custom:roles': '["Admin"]',
    'custom:platform': 'ios',
  });
  const [event] = await eventsOf(deps, account.id);
  expect(claims?.event_id).toBe(event?.eventId);
  expect(await verifyAccessToken(deps.keys, tokens.access_token, audience, deps.clock())).toMatchObject({
    sub: account.id,
    client_id: 'mobile',
  });
  // After a refresh it is still the same sign-in.
  const { answer } = await refresh(deps, tokens.refresh_token, callFrom(1, { platform: 'ios' }));
  const next = await verifyIdToken(deps.keys, answer?.id_token ?? '', audience, deps.clock());
  expect(next?.event_id).toBe(claims?.event_id);
});

test('on https the secure client ids are used', async () => {
  const account = await person();
  const secure = { ...deps, settings: { ...deps.settings, publicUrl: 'https://sign-in.example' } };
  const tokens = await signInBasic(secure, account.email);
  const audience = { issuer: 'https://sign-in.example', audience: 'web-secure' };
  expect(await verifyIdToken(deps.keys, tokens.id_token, audience, deps.clock())).toBeDefined();
});

/** What the database keeps of a person's sessions. */
const sessionsOf = async (accountId: string) => {
  const { rows } = await sql<{ generation: number; stored: number }>`
    select f.generation, (select count(*)::integer from refresh_tokens t where t.family_id = f.id) as stored
    from families f where f.account_id = ${accountId}`.execute(deps.store.relaxed);
  return rows;
};

test('B1: 50 parallel refreshes cause one rotation and get the same successor', async () => {
  const account = await person();
  const { refresh_token: first } = await signInBasic(deps, account.email);
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => refresh(deps, first)));
  const successors = new Set(outcomes.map(({ answer }) => answer?.refresh_token));
  expect(tally(outcomes.map(nameOf))).toEqual({ answered: 50 });
  expect(successors.size).toBe(1);
  expect(await sessionsOf(account.id)).toEqual([{ generation: 1, stored: 0 }]);
});

test('B1: a replay after ten seconds is refused, ends the whole session and mails its owner once', async () => {
  const account = await person();
  const { refresh_token: first } = await signInBasic(deps, account.email);
  const { answer } = await refresh(deps, first);
  deps.advance(seconds(10));
  const again = await refresh(deps, first);
  expect(again.answer?.refresh_token).toBe(answer?.refresh_token);
  deps.advance(seconds(1));
  expect(nameOf(await refresh(deps, first))).toBe('sessionExpired');
  expect(nameOf(await refresh(deps, answer?.refresh_token ?? ''))).toBe('sessionExpired');
  expect(nameOf(await refresh(deps, first))).toBe('sessionExpired');
  expect(await mailsTo(deps, account.email)).toEqual([{ kind: 'refreshReuse', values: { name: 'Ada' } }]);
  const kinds = (await eventsOf(deps, account.id)).map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(['refreshReuse', 'signedIn']);
});

test('B1: within ten seconds a token whose successor was used is a replay too', async () => {
  const account = await person();
  const { refresh_token: first } = await signInBasic(deps, account.email);
  const { answer: second } = await refresh(deps, first);
  const { answer: third } = await refresh(deps, second?.refresh_token ?? '');
  expect(nameOf(await refresh(deps, first))).toBe('sessionExpired');
  expect(nameOf(await refresh(deps, third?.refresh_token ?? ''))).toBe('sessionExpired');
});

test('A7: one refresh token 20 times in parallel is used once', async () => {
  const account = await person();
  let { refresh_token: token } = await signInBasic(deps, account.email);
  for (let round = 0; round < rounds; round += 1) {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => refresh(deps, token)));
    expect(new Set(outcomes.map(({ answer }) => answer?.refresh_token)).size).toBe(1);
    token = outcomes[0]?.answer?.refresh_token ?? '';
    deps.advance(minutes(1));
  }
  expect(await sessionsOf(account.id)).toEqual([{ generation: rounds, stored: 0 }]);
});

test('B1: nobody makes a token without the key of the service, and an older key of the set is still good', async () => {
  const account = await person();
  const { refresh_token: token } = await signInBasic(deps, account.email);
  const [id = '', generation = '', mac = ''] = token.split('.');
  const foreign = loadKeys(makeKeySet());
  const familyId = readRefreshToken(token, deps.keys)?.familyId ?? '';
  const forged = [
    `${id}.1.${mac}`,
    `${id}.${generation}.${mac.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))}`,
    `${id}.0${generation}.${mac}`,
    `${id}.${generation}.`,
    deriveRefreshToken({ familyId, generation: 0 }, foreign),
  ];
  for (const other of forged) expect(nameOf(await refresh(deps, other)), other).toBe('sessionExpired');
  // Neither ended the session. A set with a newer secret, as after a switch, still takes the token, and answers by the new one.
  const rotated = { ...deps.keys, secrets: (of: string) => [foreign.secret(of), ...deps.keys.secrets(of)] };
  const keys = { ...rotated, secret: (of: string) => foreign.secret(of) };
  const { answer } = await refresh({ ...deps, keys }, token);
  expect(readRefreshToken(answer?.refresh_token ?? '', foreign)).toEqual({ familyId, generation: 1 });
});

test('a token that a lost database had issued is still good in the one that replaced it', async () => {
  const account = await person();
  const { refresh_token: first } = await signInBasic(deps, account.email);
  const { answer } = await refresh(deps, first);
  await sql`update families set generation = 0 where account_id = ${account.id}`.execute(deps.store.durable);
  const next = await refresh(deps, answer?.refresh_token ?? '');
  expect(readRefreshToken(next.answer?.refresh_token ?? '', deps.keys)?.generation).toBe(2);
});

test('an unused refresh token is valid for 14 days, its session for at most 30 days', async () => {
  const account = await person();
  const start = deps.clock();
  let { refresh_token: token } = await signInBasic(deps, account.email);
  const unused = await signInBasic(deps, account.email);
  const expirations: number[] = [];
  for (let day = 10; day < 30; day += 10) {
    deps.advance(days(10));
    const { answer } = await refresh(deps, token);
    token = answer?.refresh_token ?? '';
    expirations.push((answer?.refresh_token_expiration_date ?? 0) * 1000 - start);
  }
  expect(expirations).toEqual([days(24), days(30)]);
  expect(nameOf(await refresh(deps, unused.refresh_token))).toBe('sessionExpired');
  deps.advance(days(10) - 1);
  expect(nameOf(await refresh(deps, token))).toBe('answered');
  deps.advance(1);
  expect(nameOf(await refresh(deps, token))).toBe('sessionExpired');
});

test('a session may be refreshed at most sixty times a minute', async () => {
  const account = await person();
  let { refresh_token: token } = await signInBasic(deps, account.email);
  const names: string[] = [];
  for (let n = 0; n < 62; n += 1) {
    const outcome = await refresh(deps, token);
    names.push(nameOf(outcome));
    token = outcome.answer?.refresh_token ?? token;
  }
  expect(tally(names)).toEqual({ answered: 60, rateLimited: 2 });
  // A clock that is put back keeps nobody out.
  deps.advance(-minutes(2));
  const { answer } = await refresh(deps, token);
  expect(answer).toBeDefined();
  token = answer?.refresh_token ?? '';
  deps.advance(minutes(3));
  expect(nameOf(await refresh(deps, token))).toBe('answered');
});

test('sign-out ends the session; the answer does not reveal whether it existed', async () => {
  const account = await person();
  const { refresh_token: first } = await signInBasic(deps, account.email);
  const other = await signInBasic(deps, account.email);
  const { answer } = await refresh(deps, first);
  // The used token ends it, too: a browser may have either.
  expect(await flows.revokeTokens({ refreshToken: first }, callFrom(), deps)).toBeUndefined();
  expect(await flows.revokeTokens({ refreshToken: first }, callFrom(), deps)).toBeUndefined();
  expect(await flows.revokeTokens({ refreshToken: 'unknown' }, callFrom(), deps)).toBeUndefined();
  expect(nameOf(await refresh(deps, answer?.refresh_token ?? ''))).toBe('sessionExpired');
  expect(nameOf(await refresh(deps, other.refresh_token))).toBe('answered');
  expect(await mailsTo(deps, account.email)).toHaveLength(0);
});

test('B2: a session whose account was changed ends at the next refresh', async () => {
  // Even if the table is changed directly, without ending the sessions.
  const changes = [{ status: 'disabled' }, { status: 'unconfirmed' }, { method: 'google' }] as const;
  for (const change of changes) {
    const account = await person();
    const tokens = await signInBasic(deps, account.email);
    const set = (values: object) =>
      deps.store.durable.updateTable('accounts').set(values).where('id', '=', account.id).execute();
    await set(change);
    expect(nameOf(await refresh(deps, tokens.refresh_token))).toBe('sessionExpired');
    await set({ status: 'active', method: 'password' });
    expect(nameOf(await refresh(deps, tokens.refresh_token))).toBe('sessionExpired');
  }
});
