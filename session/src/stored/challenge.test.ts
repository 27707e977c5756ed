// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';

import * as limits from '@app/contract/fields/limits.ts';

import {
  clearChallenge,
  onChallengeElsewhere,
  readChallenge,
  saveChallenge,
  serviceTime,
  startChallenge,
  withNewCode,
  withTimes,
} from './challenge.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
/** The service's clock is 90 s ahead of this machine's. */
const times = {
  serverNow: now + 90_000,
  codeExpiresAt: now + 690_000,
  resendAt: now + 150_000,
  triesLeft: 5,
};
const started = startChallenge('ada@northline.test', { session: 's-1', ...times }, now);

beforeEach(() => localStorage.clear());

test('a challenge is the same after a reload and uses the service clock', () => {
  saveChallenge(started);
  const read = readChallenge(now + 20_000);
  expect(read).toEqual(started);
  expect(read).toMatchObject({ email: 'ada@northline.test', session: 's-1', times, stagesUsed: 0 });
  // 60 s to wait at the start, 40 s after 20 s, whatever this machine's clock shows.
  expect(times.resendAt - serviceTime(started, now + 20_000)).toBe(40_000);
});

test('a stored challenge contains no password and no code', () => {
  saveChallenge(started);
  expect(Object.keys(JSON.parse(localStorage.getItem('mfa_challenge') ?? '{}')).toSorted()).toEqual([
    'clockOffset',
    'email',
    'session',
    'stagesUsed',
    'startedAt',
    'times',
  ]);
});

test('a new code changes the times and the stage but not the tries', () => {
  let challenge = started;
  const answer = { serverNow: now + 160_000, resendAt: now + 220_000, codeExpiresAt: now + 760_000 };
  for (const stage of [1, 2, 3, 3]) {
    challenge = withNewCode(challenge, answer, now + 70_000);
    expect(challenge.stagesUsed).toBe(stage);
  }
  expect(challenge.times).toEqual({ ...answer, triesLeft: 5 });
  expect(challenge.startedAt).toBe(started.startedAt);
});

test('a wrong code changes the tries and takes the clock offset of the newest answer', () => {
  const challenge = withTimes(started, { ...times, serverNow: now + 130_000, triesLeft: 4 }, now + 30_000);
  expect(challenge.times.triesLeft).toBe(4);
  expect(challenge.clockOffset).toBe(100_000);
  expect(withTimes(started, {}, now)).toEqual(started);
});

test.each([
  [limits.challengeLifetime - 1, true],
  [limits.challengeLifetime, false],
  [limits.challengeLifetime * 100, false],
  // The machine's clock was set back.
  [-limits.challengeLifetime, false],
])('%i ms after its start it is alive: %s', (age, alive) => {
  saveChallenge(started);
  expect(readChallenge(now + age) !== undefined).toBe(alive);
  expect(localStorage.getItem('mfa_challenge') !== null).toBe(alive);
});

test.each([
  '',
  'null',
  '[]',
  '{',
  '"text"',
  JSON.stringify({ ...started, session: '' }),
  JSON.stringify({ ...started, email: 7 }),
  JSON.stringify({ ...started, times: { ...times, resendAt: null } }),
  JSON.stringify({ ...started, stagesUsed: 4 }),
  JSON.stringify({ ...started, stagesUsed: -1 }),
  JSON.stringify({ ...started, clockOffset: null }),
])('the content %s is ignored and removed', (content) => {
  localStorage.setItem('mfa_challenge', content);
  expect(readChallenge(now)).toBeUndefined();
  expect(localStorage.getItem('mfa_challenge')).toBeNull();
});

test('without storage there is no challenge and no call throws', () => {
  const withheld = {
    getItem: (): string => {
      throw new DOMException('denied', 'SecurityError');
    },
    setItem: (): void => {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: (): void => {
      throw new DOMException('denied', 'SecurityError');
    },
  };
  saveChallenge(started, withheld);
  expect(readChallenge(now, withheld)).toBeUndefined();
  clearChallenge(withheld);
  saveChallenge(started, undefined);
  expect(readChallenge(now)).toEqual(started);
});

test('a change of the challenge in another tab is reported, a change of other keys is not', () => {
  let heard = 0;
  const stop = onChallengeElsewhere(() => (heard += 1));
  for (const key of ['mfa_challenge', 'platform', null]) dispatchEvent(new StorageEvent('storage', { key }));
  expect(heard).toBe(2);
  stop();
  dispatchEvent(new StorageEvent('storage', { key: 'mfa_challenge' }));
  expect(heard).toBe(2);
});
