import { randomUUID } from 'node:crypto';
import { hours } from '@app/contract/fields/durations.ts';
import type { Input, PublicCallName, WireAnswer } from '@app/contract/calls/endpoints.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';

import type { Call, Deps } from '#deps.ts';
import { flows } from '#flows/flows.ts';
import { Refusal } from '#refusal.ts';
import { fingerprint, keyFrom } from '#security/tokens/sealing.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import { signInBasic, signInToCode } from '#test/drivers/flow-driver.ts';
import { nameOf, outcomeOf, refreshTokenOf, tally } from '#test/drivers/outcome.ts';
import {
  callFrom,
  createAccount,
  createTestDeps,
  mailsTo,
  newestCode,
  rightPassword,
} from '#test/setup/test-deps.ts';

import { answerOnce } from './exactly-once.ts';

const deps = await createTestDeps();
afterAll(() => deps.close());

/** A call as the routes make it. */
const make = <Name extends PublicCallName>(
  name: Name,
  key: string,
  body: Input<Name>,
  { on = deps, call = callFrom() }: { readonly on?: Deps; readonly call?: Call } = {},
) => {
  type PublicFlow = (body: Input<Name>, call: Call, deps: Deps) => Promise<WireAnswer<Name>>;
  const flow = flows[name] as unknown as PublicFlow;
  return outcomeOf(answerOnce({ name, key, body, call, deps: on }, (known) => flow(body, known, on)));
};

test('A13: a repeated sign-in gets the first answer and sends one mail, 20 in parallel and one later', async () => {
  const { email } = await createAccount(deps);
  const key = randomUUID();
  const body = { email, password: rightPassword };
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => make('signInWithPassword', key, body)));
  deps.advance(hours(1));
  outcomes.push(await make('signInWithPassword', key, body));
  const answers = new Set(outcomes.map(({ answer }) => JSON.stringify(answer)));
  expect(answers.size).toBe(1);
  expect(outcomes[0]?.answer).toMatchObject({ mfa: { triesLeft: 5 } });
  expect(await mailsTo(deps, email)).toHaveLength(1);
  expect(nameOf(await make('signInWithPassword', randomUUID(), body))).toBe('answered');
  expect(await mailsTo(deps, email)).toHaveLength(2);
});

test('A13: a repeated wrong password counts as one try', async () => {
  const { email } = await createAccount(deps);
  const key = randomUUID();
  const wrong = { email, password: 'wrong' };
  for (let n = 0; n < 8; n += 1)
    expect(nameOf(await make('signInWithPassword', key, wrong))).toBe('credentials');
  for (let n = 0; n < 4; n += 1)
    expect(nameOf(await make('signInWithPassword', randomUUID(), wrong))).toBe('credentials');
  expect(nameOf(await make('signInWithPassword', randomUUID(), wrong))).toBe('unknownDevice');
});

test('A13: a repeated wrong code counts as one try, and a repeated right one returns the same session', async () => {
  const { email } = await createAccount(deps);
  const { session } = await signInToCode(deps, email);
  const code = await newestCode(deps, email);
  const wrong = { email, session, code: code === '000000' ? '000001' : '000000' };
  const firstCall = callFrom();
  const first = await make('verifyCode', 'k1', wrong, { call: firstCall });
  const again = await make('verifyCode', 'k1', wrong);
  expect(first.refusal?.details.challenge?.triesLeft).toBe(4);
  // The repeat names the first request, whose support code finds the reason.
  expect(again.refusal?.details).toEqual({ ...first.refusal?.details, repeatOf: firstCall.requestId });
  const right = await make('verifyCode', 'k2', { email, session, code });
  const repeat = await make('verifyCode', 'k2', { email, session, code });
  expect(nameOf(right)).toBe('answered');
  expect(refreshTokenOf(repeat)).toBe(refreshTokenOf(right));
  expect(refreshTokenOf(right)).toBeTruthy();
  expect(nameOf(await make('verifyCode', 'k3', { email, session, code }))).toBe('sessionExpired');
});

test('a repeated sign-out changes nothing', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const { refresh_token: refreshToken } = await signInBasic(deps, email);
  expect(await make('revokeTokens', 'r1', { refreshToken })).toEqual({ answer: undefined });
  expect(await make('revokeTokens', 'r1', { refreshToken })).toEqual({ answer: undefined });
});

test('B1: a refresh whose answer was lost for a day is answered under its key, looks stolen under another, and stores no answer', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const { refresh_token: refreshToken } = await signInBasic(deps, email);
  const stored = await countAnswers();
  const lost = await Promise.all(
    Array.from({ length: 12 }, () => make('refreshTokens', 'r2', { refreshToken })),
  );
  deps.advance(hours(24));
  lost.push(await make('refreshTokens', 'r2', { refreshToken }));
  expect(tally(lost.map(nameOf))).toEqual({ answered: 13 });
  expect(new Set(lost.map(({ answer }) => answer?.refresh_token)).size).toBe(1);
  expect(await countAnswers()).toBe(stored);
  deps.advance(1);
  expect(nameOf(await make('refreshTokens', 'r2', { refreshToken }))).toBe('sessionExpired');
  const again = await signInBasic(deps, email);
  await make('refreshTokens', 'r3', { refreshToken: again.refresh_token });
  deps.advance(hours(1));
  expect(nameOf(await make('refreshTokens', 'r4', { refreshToken: again.refresh_token }))).toBe(
    'sessionExpired',
  );
});

const countAnswers = async (): Promise<number> =>
  (await deps.store.relaxed.selectFrom('idempotency').select('id').execute()).length;

test('A13: another body with the same key is refused, and another call may use the same key', async () => {
  const { email } = await createAccount(deps);
  const key = randomUUID();
  await make('signInWithPassword', key, { email, password: rightPassword });
  expect(nameOf(await make('signInWithPassword', key, { email, password: 'other' }))).toBe('keyReused');
  expect(nameOf(await make('resendCode', key, { email }))).toBe('resendTooSoon');
});

test('a temporary refusal is not stored: the repeat is a new try', async () => {
  const { email } = await createAccount(deps);
  const key = randomUUID();
  const body = { email, password: rightPassword };
  const busy: Deps = {
    ...deps,
    passwords: {
      ...deps.passwords,
      verify: () => Promise.reject(new Refusal('overloaded', { retryAfter: 1 })),
    },
  };
  expect(nameOf(await make('signInWithPassword', key, body, { on: busy }))).toBe('overloaded');
  expect(nameOf(await make('signInWithPassword', key, body))).toBe('answered');
});

test('the repeat of a call whose process died runs it again', async () => {
  const { email } = await createAccount(deps);
  const body = { email, password: rightPassword };
  const key = randomUUID();
  // The first never ends, as if its process had died.
  let entered = () => {};
  const started = new Promise<void>((resolve) => (entered = resolve));
  void answerOnce({ name: 'signInWithPassword', key, body, call: callFrom(), deps }, () => {
    entered();
    return new Promise<never>(() => {});
  });
  await started;
  const repeat = make('signInWithPassword', key, body);
  deps.advance(8_000);
  expect(nameOf(await repeat)).toBe('answered');
});

test('D13: a reader of the database cannot decrypt a stored answer', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const { answer } = await make('signInWithPassword', randomUUID(), { email, password: rightPassword });
  if (answer === undefined || !('basic' in answer)) throw new Error('expected tokens');
  const rows = await deps.store.durable
    .selectFrom('idempotency')
    .select(['answer', 'fingerprint'])
    .$castTo<{ answer: Buffer | null; fingerprint: Buffer }>()
    .execute();
  const text = Buffer.concat(rows.flatMap((row) => [row.answer ?? Buffer.of(), row.fingerprint])).toString(
    'latin1',
  );
  expect(text).not.toContain(answer.basic.refresh_token);
  expect(text).not.toContain(email);
  // After a day the stored answer is no longer used.
  deps.advance(hours(24));
  expect(tally([nameOf(await make('signInWithPassword', 'k9', { email, password: rightPassword }))])).toEqual(
    {
      answered: 1,
    },
  );
});

test('D13: the stored fingerprint does not allow guesses of the body: another service computes another one for the same call', async () => {
  const other = await createTestDeps();
  const key = randomUUID();
  const body = { email: 'guessed@northline.test', password: rightPassword };
  const stored: Buffer[] = [];
  for (const of of [deps, other]) {
    await make('signInWithPassword', key, body, { on: of });
    const id = hashHandle(`signInWithPassword|${key}`);
    const row = of.store.durable
      .selectFrom('idempotency')
      .select('fingerprint')
      .$castTo<{ fingerprint: Buffer }>()
      .where('id', '=', id);
    stored.push((await row.executeTakeFirstOrThrow()).fingerprint);
  }
  await other.close();
  // A thief of the database can compute these with the Idempotency-Key and guessed passwords.
  const text = JSON.stringify(body);
  const texts = [text, `signInWithPassword|${text}`];
  const guesses = texts.flatMap((guess) => [
    hashHandle(guess),
    fingerprint(Buffer.from(key), guess),
    fingerprint(keyFrom(key, 'body'), guess),
  ]);
  const hits = stored.filter((print) => guesses.some((guess) => guess.equals(print))).length;
  const different = new Set(stored.map((print) => print.toString('hex'))).size;
  expect(hits).toBe(0);
  expect(different).toBe(2);
});

test('the answer of a sign-in is stored without its tokens, and its repeat is refused once the session has ended', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const body = { email, password: rightPassword };
  const first = await make('signInWithPassword', 'kept', body);
  const { rows } = await sql<{ bytes: number }>`
    select length(answer) as bytes from idempotency where id = ${hashHandle('signInWithPassword|kept')}`.execute(
    deps.store.relaxed,
  );
  expect(rows[0]?.bytes).toBeLessThan(120);
  deps.advance(hours(1));
  const repeat = await make('signInWithPassword', 'kept', body);
  expect(refreshTokenOf(repeat)).toBe(refreshTokenOf(first));
  // But for the token's number and the random part of its signature it is the first answer: a repeat lengthens none.
  const claimsOf = (outcome: unknown) =>
    [...JSON.stringify(outcome).matchAll(/eyJ[\w-]+\.(?<claims>eyJ[\w-]+)\.[\w-]+/g)].map(({ groups }) => ({
      ...(JSON.parse(Buffer.from(groups?.['claims'] ?? '', 'base64url').toString()) as object),
      jti: undefined,
    }));
  expect(claimsOf(first)).toHaveLength(2);
  expect(claimsOf(repeat)).toEqual(claimsOf(first));
  const set = (method: string) =>
    sql`update accounts set method = ${method} where email = ${email}`.execute(deps.store.durable);
  await set('google');
  expect(nameOf(await make('signInWithPassword', 'kept', body))).toBe('sessionExpired');
  await set('password');
  await flows.revokeTokens({ refreshToken: refreshTokenOf(first) ?? '' }, callFrom(), deps);
  expect(nameOf(await make('signInWithPassword', 'kept', body))).toBe('sessionExpired');
});
