/** The day of an upgrade: two releases share the database, and the one before stores its refresh tokens. */
import { hours, seconds } from '@app/contract/fields/durations.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';

import { hashHandle } from '#security/tokens/handles.ts';
import { readRefreshToken } from '#security/tokens/refresh-token.ts';
import { refresh, signInBasic } from '#test/drivers/flow-driver.ts';
import { nameOf, tally } from '#test/drivers/outcome.ts';
import { callFrom, createAccount, createTestDeps, eventsOf, mailsTo } from '#test/setup/test-deps.ts';
import { flows } from '#flows/flows.ts';

/** The same service on the day of the upgrade. */
const deps = await createTestDeps();
const upgrading = { ...deps, store: { ...deps.store, storesTokens: () => true } };
afterAll(() => deps.close());

/** What the release before reads of a token. */
const storedRow = async (token: string) => {
  const { rows } = await sql<{ used: boolean }>`
    select used_at is not null as used from refresh_tokens where hash = ${hashHandle(token)}`.execute(
    deps.store.relaxed,
  );
  return rows[0];
};

const signedIn = async () => {
  const account = await createAccount(deps, { secondStep: 'off' });
  const { refresh_token: token } = await signInBasic(upgrading, account.email);
  return { account, token };
};

test('on the day of the upgrade every token is one that the release before knows', async () => {
  const { token } = await signedIn();
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => refresh(upgrading, token)));
  expect(tally(outcomes.map(nameOf))).toEqual({ answered: 20 });
  const [next = '', ...others] = new Set(outcomes.map(({ answer }) => answer?.refresh_token ?? ''));
  expect(others).toEqual([]);
  expect([await storedRow(token), await storedRow(next)]).toEqual([{ used: true }, { used: false }]);
});

test('B1: on that day a used token that comes back late, or after its successor, ends the session', async () => {
  for (const late of [true, false]) {
    const { account, token } = await signedIn();
    const { answer } = await refresh(upgrading, token);
    if (late) deps.advance(seconds(11));
    else await refresh(upgrading, answer?.refresh_token ?? '');
    expect(nameOf(await refresh(upgrading, token))).toBe('sessionExpired');
    expect(nameOf(await refresh(upgrading, answer?.refresh_token ?? ''))).toBe('sessionExpired');
    expect(await mailsTo(deps, account.email)).toMatchObject([{ kind: 'refreshReuse' }]);
  }
});

test('a lost answer is given again under its key for a day', async () => {
  const { token } = await signedIn();
  const call = callFrom(1, { repeatId: hashHandle('refreshTokens|key') });
  const lost = await refresh(upgrading, token, call);
  deps.advance(hours(1));
  expect((await refresh(upgrading, token, call)).answer?.refresh_token).toBe(lost.answer?.refresh_token);
  expect(nameOf(await refresh(upgrading, token))).toBe('sessionExpired');
});

test('a day later the next refresh takes the session over, and its tokens are derived', async () => {
  const { account, token } = await signedIn();
  const { answer: last } = await refresh(upgrading, token);
  // Both tabs, with the last two tokens, get the same one; so do parallel calls, at a process that has not noticed the day.
  const both = [token, last?.refresh_token ?? '', last?.refresh_token ?? ''];
  const outcomes = await Promise.all(both.map((of) => refresh(deps, of)));
  outcomes.push(await refresh(upgrading, last?.refresh_token ?? ''));
  const [derived = '', ...others] = new Set(outcomes.map(({ answer }) => answer?.refresh_token ?? ''));
  expect(others).toEqual([]);
  expect(readRefreshToken(derived, deps.keys)?.generation).toBe(1);
  expect(
    readRefreshToken((await refresh(deps, derived)).answer?.refresh_token ?? '', deps.keys)?.generation,
  ).toBe(2);
  // The old token is one that was used.
  expect(nameOf(await refresh(deps, last?.refresh_token ?? ''))).toBe('sessionExpired');
  expect((await eventsOf(deps, account.id)).map(({ kind }) => kind).toSorted()).toEqual([
    'refreshReuse',
    'signedIn',
  ]);
});

test('sign-out and the limit of refreshes hold for both kinds', async () => {
  const { token } = await signedIn();
  let present = token;
  const names: string[] = [];
  for (let n = 0; n < 61; n += 1) {
    const outcome = await refresh(n < 30 ? upgrading : deps, present);
    names.push(nameOf(outcome));
    present = outcome.answer?.refresh_token ?? present;
  }
  expect(tally(names)).toEqual({ answered: 60, rateLimited: 1 });
  expect(await flows.revokeTokens({ refreshToken: token }, callFrom(), deps)).toBeUndefined();
  expect(nameOf(await refresh(deps, present))).toBe('sessionExpired');
});
