/** Sends the mailed code of the code step again (spec §9; threats A7, A8). */
import { randomUUID } from 'node:crypto';
import * as limits from '@app/contract/fields/limits.ts';

import type { Deps, Flow } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { hashCode, newCode } from '#security/tokens/codes.ts';
import { after, inOneStatement, unless } from '#store/connection/one-statement.ts';
import { findLiveChallenge, insertCode, updateChallengeResend } from '#store/sign-in/challenges.ts';
import { insertMail } from '#store/outbox.ts';
import { findResendHold, reserveResend } from '#store/sign-in/resends.ts';
import { countTry } from '#store/sign-in/throttles.ts';

import { resentCodes } from '#rate-limits/rate-limits.ts';
import { loginCodeMail } from '#mails/sign-in-mails.ts';
import { resendHoldKey, unknownAccount } from '#accounts/unknown-account.ts';
import { secondsUntil } from '#rate-limits/rate-limiter.ts';

/**
 * Sends a new code. The answer depends only on the typed address and the client's earlier calls; only the mailbox shows
 * whether an email was sent (threat A8, requirements §3). Throws `Refusal('resendTooSoon')` and
 * `Refusal('validationLimitExceeded')`.
 */
export const resendCode: Flow<'resendCode'> = async ({ email }, call, deps) => {
  const now = deps.clock();
  const address = resendHoldKey(email, call.client);
  const hold = await findResendHold(deps.store.relaxed, address);
  // The third resend was the last, however long one waits.
  if (hold !== undefined && hold.resends >= limits.resendStages)
    throw new Refusal('validationLimitExceeded', { retryAfter: limits.challengeLifetime / 1000 });
  if (hold !== undefined && hold.resendAt > now) throw tooSoon(hold.resendAt, now);
  const resendAt = now + limits.resendWait;
  // One of several parallel calls continues and is counted; the others are too soon and are not counted.
  if (!(await reserveResend(deps.store.relaxed, address, { now, next: resendAt, most: limits.resendStages })))
    throw tooSoon(resendAt, now);

  const answer = { serverNow: now, resendAt, codeExpiresAt: now + limits.codeLifetime };
  await sendCode({ email, userAgent: call.userAgent }, answer, deps, now);
  return answer;
};

const tooSoon = (resendAt: number, now: number): Refusal =>
  new Refusal('resendTooSoon', { retryAfter: secondsUntil(resendAt, now) });

/**
 * Adds a code to the newest challenge of the address, if one allows it, and mails it to the account's own address.
 * Otherwise the same statements run and write an expired email, which the next housekeeping deletes: the time reveals no
 * more than the answer.
 */
async function sendCode(
  { email, userAgent }: { email: string; userAgent: string | undefined },
  { resendAt, codeExpiresAt }: { resendAt: number; codeExpiresAt: number },
  deps: Deps,
  now: number,
): Promise<void> {
  const open = await findLiveChallenge(deps.store.relaxed, email, now);
  const full = await countTry(deps.store.relaxed, resentCodes(open?.account.id ?? email), now);
  const live = full === undefined ? open : undefined;
  const {
    id: challengeId,
    resends: earlier,
    account,
  } = live ?? { id: randomUUID(), resends: 0, account: unknownAccount };
  const code = newCode();
  const mail = loginCodeMail(account, { challengeId, stage: earlier + 1, code, userAgent }, deps, now);
  await inOneStatement(deps.store.durable, {
    challenge: updateChallengeResend({ challengeId, resendAt, now }),
    code: insertCode({ code: hashCode(deps.keys, challengeId, code), codeExpiresAt }),
    mail: insertMail(mail, after('challenge')),
    noMail: insertMail(
      { ...mail, to: unknownAccount.email, dedupeKey: mail.id, expiresAt: now },
      unless('challenge'),
    ),
  });
  if (live !== undefined) deps.wakeMailWorker();
}
