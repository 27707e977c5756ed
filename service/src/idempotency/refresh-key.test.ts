import { hours } from '@app/contract/fields/durations.ts';
import type { WireAnswer } from '@app/contract/calls/endpoints.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Call } from '#deps.ts';
import { flows } from '#flows/flows.ts';
import { seal } from '#security/tokens/sealing.ts';
import { hashHandle, newHandle } from '#security/tokens/handles.ts';
import { updateAnswer } from '#store/idempotency.ts';
import { signInBasic } from '#test/drivers/flow-driver.ts';
import { nameOf, outcomeOf } from '#test/drivers/outcome.ts';
import { callFrom, createAccount, createTestDeps, type TestDeps } from '#test/setup/test-deps.ts';

import { claimByAnySecret, waitingKey } from './claims.ts';
import { answerOnce } from './exactly-once.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await createTestDeps();
});
afterAll(() => deps.close());

/** A refresh with a key, as the routes make it. */
const renew = (key: string, body: { refreshToken: string }, call: Call = callFrom()) =>
  outcomeOf<WireAnswer<'refreshTokens'>>(
    answerOnce({ name: 'refreshTokens', key, body, call, deps }, (known) =>
      flows.refreshTokens(body, known, deps),
    ),
  );

test('parallel repeats of a refresh count as one use of its limit, and leave one successor', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const { refresh_token: refreshToken } = await signInBasic(deps, email);
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => renew('parallel', { refreshToken })));
  const { family_id: family } = await deps.store.relaxed
    .selectFrom('refresh_tokens')
    .select('family_id')
    .where('hash', '=', hashHandle(refreshToken))
    .executeTakeFirstOrThrow();
  const tokens = await deps.store.relaxed
    .selectFrom('refresh_tokens')
    .select(['used_at'])
    .where('family_id', '=', family)
    .execute();
  const { wrong: uses } = await deps.store.relaxed
    .selectFrom('throttles')
    .select('wrong')
    .where('key', '=', `refresh:${family}`)
    .executeTakeFirstOrThrow();
  console.log(`once: ${outcomes.length} refreshes with one key: ${uses} use, ${tokens.length} tokens`);
  expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
  expect(uses).toBe(1);
  expect(tokens).toHaveLength(2);
  expect(tokens.filter(({ used_at: usedAt }) => usedAt === null)).toHaveLength(1);
});

test('a refresh whose key is claimed by a process of an older release waits for it, or takes its place when it died', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const { refresh_token: refreshToken } = await signInBasic(deps, email);
  const claimed = (key: string) => {
    const keyed = { name: 'refreshTokens', key, body: { refreshToken }, call: callFrom(), deps };
    return claimByAnySecret(keyed, hashHandle(`refreshTokens|${key}`));
  };
  const ending = await claimed('older 1');
  const waiting = renew('older 1', { refreshToken });
  const about = 'refreshTokens|older 1';
  const id = hashHandle(about);
  const { sealKey } = ending.secrets;
  const answer = seal(sealKey, JSON.stringify({ answer: { of: 'the older one' } }), about);
  const times = { now: deps.clock(), expiresAt: deps.clock() + hours(24) };
  await updateAnswer({ id, answer, fingerprint: ending.secrets.fingerprint, ...times }).execute(
    deps.store.relaxed,
  );
  deps.store.notifier.notify([waitingKey(id)]);
  expect(await waiting).toEqual({ answer: { of: 'the older one' } });

  const died = await claimed('older 2');
  expect(died.claim.state).toBe('mine');
  deps.advance(8_000);
  const first = await renew('older 2', { refreshToken });
  expect(nameOf(first)).toBe('answered');
  expect(await renew('older 2', { refreshToken })).toEqual(first);
});

test('another token under the key of a refresh is refused, and a refusal of a refresh is given again', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const one = await signInBasic(deps, email);
  const other = await signInBasic(deps, email);
  expect(nameOf(await renew('reused', { refreshToken: one.refresh_token }))).toBe('answered');
  expect(nameOf(await renew('reused', { refreshToken: other.refresh_token }))).toBe('keyReused');
  const unknown = { refreshToken: newHandle() };
  const firstCall = callFrom();
  const refused = await renew('unknown', unknown, firstCall);
  expect(nameOf(refused)).toBe('sessionExpired');
  expect((await renew('unknown', unknown)).refusal?.details.repeatOf).toBe(firstCall.requestId);
});
