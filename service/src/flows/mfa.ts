/** The code step (§4; decisions, section 4, 'Second step'; docs/security.md A6 to A9). */
import { randomUUID } from 'node:crypto';
import { limits } from '@app/contract/limits.ts';
import type { ChallengeTimes } from '@app/contract/refusals.ts';

import type { Deps, Flow } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { hashCode, isCode, newCode } from '#security/codes.ts';
import { hashHandle } from '#security/secrets.ts';
import { atOnce, firstDid } from '#store/at-once.ts';
import {
  addingCode,
  type Challenge,
  findLiveChallenge,
  takeTry,
  triesUsedUp,
  useChallenge,
} from '#store/challenges.ts';
import { knowingDevice } from '#store/devices.ts';
import { enqueuingMail } from '#store/outbox.ts';
import { findHold, takeResend } from '#store/resend-holds.ts';
import { countWrong } from '#store/throttles.ts';

import { resends, wrongCodes } from './limits.ts';
import { loginCodeMail } from './mails.ts';
import { nobody } from './nobody.ts';
import { countUses, secondsUntil, takePlace } from './places.ts';
import { newSession } from './session.ts';

/** Tokens for the right code, once. The try is counted before the code is compared, so five are five in parallel too. */
export const verifyCode: Flow<'verifyCode'> = async ({ email, code, session }, call, deps) => {
  const now = deps.clock();
  const counters = wrongCodes(call.client);
  await takePlace(counters, deps, now);
  let wrong = false;
  try {
    const handle = { session: hashHandle(session), email, now };
    const challenge = await takeTry(deps.store.db, handle);
    if (challenge === undefined) {
      const deadUntil = await triesUsedUp(deps.store.db, handle);
      if (deadUntil === undefined) throw new Refusal('sessionExpired');
      throw new Refusal('tooManyRequests', { retryAfter: secondsUntil(deadUntil, now) });
    }
    const verdict = compare(challenge, hashCode(deps.keys, challenge.id, code), now);
    wrong = verdict === 'wrong';
    if (verdict !== 'right') throw refusalOf(challenge, verdict, now);
    if (challenge.account.status !== 'active' || challenge.account.method !== 'password')
      throw new Refusal('sessionExpired');

    const { answer, parts } = newSession(
      challenge.account,
      { strategy: 'password', from: { challengeId: challenge.id } },
      call,
      deps,
      now,
      (tokens) => tokens,
    );
    const known = challenge.device && knowingDevice(challenge.account.id, challenge.device, now);
    await deps.store.db.transaction().execute(async (db) => {
      if (!(await useChallenge(db, challenge.id, now))) throw new Refusal('sessionExpired');
      await atOnce(db, known === null ? parts : [...parts, known]);
    });
    return answer;
  } finally {
    if (wrong) await countWrong(deps.store.quick, counters, now);
    else deps.store.giveBacks.add(counters);
  }
};

type CodeVerdict = 'right' | 'expired' | 'wrong';

/** Compares with every code of the challenge, each in constant time; a code that is still good wins. */
function compare(challenge: Challenge, typed: Buffer, now: number): CodeVerdict {
  let verdict: CodeVerdict = 'wrong';
  for (const { code, expiresAt } of challenge.codes) {
    const same = isCode(code, typed);
    if (same && expiresAt > now) verdict = 'right';
    else if (same && verdict === 'wrong') verdict = 'expired';
  }
  return verdict;
}

function refusalOf(challenge: Challenge, verdict: 'expired' | 'wrong', now: number): Refusal {
  if (challenge.tries >= limits.codeTries)
    return new Refusal('tooManyRequests', { retryAfter: secondsUntil(challenge.expiresAt, now) });
  const times: ChallengeTimes = {
    serverNow: now,
    codeExpiresAt: Math.max(...challenge.codes.map((code) => code.expiresAt)),
    resendAt: challenge.resendAt,
    triesLeft: limits.codeTries - challenge.tries,
  };
  return new Refusal(verdict === 'expired' ? 'codeExpired' : 'invalidCode', { challenge: times });
}

/**
 * A new code. The answer comes from the address typed and its earlier calls alone; whether a mail goes out shows only
 * in the mailbox (A8, decisions section 3).
 */
export const resendCode: Flow<'resendCode'> = async ({ email }, call, deps) => {
  const now = deps.clock();
  const address = hashHandle(email);
  const hold = await findHold(deps.store.quick, address);
  // The third resend was the last, however long one waits.
  if (hold !== undefined && hold.resends >= limits.resendStages)
    throw new Refusal('validationLimitExceeded', { retryAfter: limits.challengeLifetime / 1000 });
  if (hold !== undefined && hold.resendAt > now) throw tooSoon(hold.resendAt, now);
  const resendAt = now + limits.resendWait;
  // Of several at the same moment one goes on and is counted; for the others it is too soon, and they cost nothing.
  if (!(await takeResend(deps.store.quick, address, { now, next: resendAt, most: limits.resendStages })))
    throw tooSoon(resendAt, now);
  await countUses(resends(email, call.client), deps, now);

  const answer = { serverNow: now, resendAt, codeExpiresAt: now + limits.codeLifetime };
  await sendCode(email, answer, deps, now);
  return answer;
};

const tooSoon = (resendAt: number, now: number): Refusal =>
  new Refusal('resendTooSoon', { retryAfter: secondsUntil(resendAt, now) });

/**
 * Adds a code to the newest challenge of the address, if it has one, and mails it to the account's own address.
 * Without a challenge the same statements run and change nothing, and no commit waits for the disk, so the time tells
 * no more than the answer does.
 */
async function sendCode(
  email: string,
  { resendAt, codeExpiresAt }: { resendAt: number; codeExpiresAt: number },
  deps: Deps,
  now: number,
): Promise<void> {
  const live = await findLiveChallenge(deps.store.quick, email, now);
  const {
    id: challengeId,
    resends: earlier,
    account,
  } = live ?? { id: randomUUID(), resends: 0, account: nobody };
  const code = newCode();
  const mail = loginCodeMail(account, { challengeId, stage: earlier + 1, code }, deps, now);
  await atOnce(deps.store.quick, [
    ...addingCode({
      challengeId,
      code: hashCode(deps.keys, challengeId, code),
      codeExpiresAt,
      resendAt,
      now,
    }),
    enqueuingMail(mail, firstDid),
  ]);
  if (live !== undefined) deps.wakeMailWorker();
}
