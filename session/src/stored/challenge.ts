/**
 * Stores the challenge of the code step, so that a reload or a second tab shows the same step with the same count
 * (requirements §4 "Second step"). The stored value contains the handle of the challenge, which is useless without the
 * mailed code, and no password. It expires, and every sign-in and sign-out removes it.
 */
import * as v from 'valibot';

import * as limits from '@app/contract/fields/limits.ts';
import { ways, type Way } from '@app/contract/fields/vocabulary.ts';
import { challengeTimes, type ChallengeTimes } from '@app/contract/calls/refusals.ts';

import { pageStorage, readLocal, writeLocal, type LocalStorage } from './local-values.ts';

const key = 'mfa_challenge';

const shape = v.object({
  email: v.string(),
  session: v.pipe(v.string(), v.nonEmpty()),
  /** The times of the service's last answer. */
  times: challengeTimes,
  /** The service's clock minus this machine's, in milliseconds. */
  clockOffset: v.number(),
  /** How many new codes were sent: 0 to `limits.resendStages`. */
  stagesUsed: v.pipe(
    v.number(),
    v.check((stages) => Number.isInteger(stages) && stages >= 0 && stages <= limits.resendStages),
  ),
  /** When the challenge began, by the service's clock, in milliseconds since the epoch. */
  startedAt: v.number(),
  /** How the account can prove itself, the way that is asked for first. Missing: by the mailed code. */
  ways: v.optional(v.array(v.picklist(ways))),
});
/** A code that is awaited. All its times are by the service's clock. */
export type Challenge = Readonly<v.InferOutput<typeof shape>>;

/** Now by the service's clock, in milliseconds since the epoch. @param now by this machine's clock */
export const serviceTime = (challenge: Pick<Challenge, 'clockOffset'>, now: number): number =>
  now + challenge.clockOffset;

/**
 * The challenge that a password sign-in began.
 *
 * @param answer the challenge in the service's answer
 * @param now this machine's clock when the answer arrived
 */
export function startChallenge(
  email: string,
  answer: ChallengeTimes & { readonly session: string; readonly ways?: Way[] | undefined },
  now: number,
): Challenge {
  const { session, ways: named, ...times } = answer;
  const clockOffset = times.serverNow - now;
  return { email, session, times, clockOffset, stagesUsed: 0, startedAt: times.serverNow, ways: named };
}

/** The challenge with newer times: all of them after a refused code, all but the tries after a new code. */
export function withTimes(challenge: Challenge, newer: Partial<ChallengeTimes>, now: number): Challenge {
  const times = { ...challenge.times, ...newer };
  const clockOffset = newer.serverNow === undefined ? challenge.clockOffset : newer.serverNow - now;
  return { ...challenge, times, clockOffset };
}

/** The challenge after a new code was sent. @param answer of `resendCode` */
export function withNewCode(challenge: Challenge, answer: Partial<ChallengeTimes>, now: number): Challenge {
  const stagesUsed = Math.min(challenge.stagesUsed + 1, limits.resendStages);
  return { ...withTimes(challenge, answer, now), stagesUsed };
}

/** Whether the challenge has expired, so that a new sign-in is needed. */
export function challengeOver(challenge: Challenge, now: number): boolean {
  const age = serviceTime(challenge, now) - challenge.startedAt;
  // A clock that was set back must not make an expired challenge valid again.
  return Math.abs(age) >= limits.challengeLifetime;
}

export function saveChallenge(challenge: Challenge, storage: LocalStorage = pageStorage()): void {
  writeLocal(key, JSON.stringify(challenge), storage);
}

/** The stored challenge; undefined when it is missing, unreadable or expired. */
export function readChallenge(now: number, storage: LocalStorage = pageStorage()): Challenge | undefined {
  const text = readLocal(key, storage);
  const challenge = text === undefined ? undefined : challengeIn(text);
  if (challenge && !challengeOver(challenge, now)) return challenge;
  if (text !== undefined) clearChallenge(storage);
  return undefined;
}

export function clearChallenge(storage: LocalStorage = pageStorage()): void {
  writeLocal(key, undefined, storage);
}

/** Calls the listener when another tab begins, continues or ends the code step. Returns a function that stops it. */
export function onChallengeElsewhere(listener: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    // A null key: the whole storage was cleared.
    if (event.key === key || event.key === null) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

function challengeIn(text: string): Challenge | undefined {
  try {
    const read = v.safeParse(shape, JSON.parse(text));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}
