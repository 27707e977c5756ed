/** The code step: checks a mailed code and resends it (spec §4; requirements §4 "Second step"; threats A6 to A9). */
import { randomUUID } from 'node:crypto';
import { limits } from '@app/contract/fields/limits.ts';
import type { ChallengeTimes } from '@app/contract/calls/refusals.ts';

import type { Deps, Flow } from '#deps.ts';
import { because, Refusal } from '#refusal.ts';
import { hashCode, hashTypedCode, isCode, newCode } from '#security/tokens/codes.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import { after, inOneStatement } from '#store/connection/one-statement.ts';
import {
  type Challenge,
  consumeChallenge,
  findChallengeDeadUntil,
  findLiveChallenge,
  insertCode,
  reserveTry,
  updateChallengeResend,
} from '#store/sign-in/challenges.ts';
import { openSession } from '#store/sessions/sessions.ts';
import { type CountedTry, findHourFullUntil, releaseTry } from '#store/sign-in/code-tries.ts';
import { insertDevice } from '#store/sign-in/devices.ts';
import { insertLink } from '#store/accounts/links.ts';
import { insertMail } from '#store/outbox.ts';
import { findResendHold, reserveResend } from '#store/sign-in/resends.ts';
import { countTry, tryCounted } from '#store/sign-in/throttles.ts';

import { codeCeilings, resentCodes, wrongCodesMails } from '#rate-limits/rate-limits.ts';
import { loginCodeMail, type Refused, refusedIn, wrongCodesMail } from '#mails/sign-in-mails.ts';
import { createLink, resetLinkSubject } from '#links/create-link.ts';
import { resendHoldKey, unknownAccount } from '#accounts/unknown-account.ts';
import { secondsUntil } from '#rate-limits/rate-limiter.ts';
import { createSession } from '#sessions/create-session.ts';

import { tellOfNewDevice } from './new-device.ts';

/** Tokens for the right code, once. The try is counted before the code is compared, so five are five in parallel too. */
export const verifyCode: Flow<'verifyCode'> = async ({ email, code, session }, call, deps) => {
  const now = deps.clock();
  const handle = { session: hashHandle(session), email, now };
  const challenge = await reserveTry(deps.store.durable, handle, codeCeilings);
  if (challenge === undefined) {
    const deadUntil = await findChallengeDeadUntil(deps.store.relaxed, handle);
    if (deadUntil === undefined) throw new Refusal('sessionExpired');
    throw new Refusal('challengeDead', { retryAfter: secondsUntil(deadUntil, now) });
  }
  if (challenge.ofAccount === undefined) throw await ceilingRefusal(challenge, deps, now);
  const verdict = compare(challenge, hashTypedCode(deps.keys, challenge.id, code), now);
  if (verdict === 'wrong')
    await tellOwnerAtCeiling(refusedIn(challenge.account, call), challenge.ofAccount, deps, now);
  if (verdict !== 'right') throw refusalOf(challenge, verdict, now);
  const { account } = challenge;
  if (account.status !== 'active')
    throw new Refusal('sessionExpired', because(account.status, { accountId: account.id }));
  if (account.method !== 'password')
    throw new Refusal('sessionExpired', because('otherMethod', { accountId: account.id }));

  const { answer, session: newRow } = createSession(
    { account, strategy: 'password', challengeId: challenge.id, call, deps, now },
    (tokens) => tokens,
  );
  const { id, device } = challenge;
  const told = tellOfNewDevice({ account, device }, call, deps, now);
  const release = releaseTry(challenge.account.id, now);
  const used = await deps.store.durable.transaction().execute(async (db) => {
    if (!(await consumeChallenge(db, id, now))) return false;
    await inOneStatement(db, {
      ...openSession(newRow),
      ...told,
      codeTries: release,
      device:
        device === null
          ? undefined
          : insertDevice(
              { accountId: challenge.account.id, device, userAgent: call.userAgent, how: 'proven' },
              now,
            ),
    });
    return true;
  });
  if (!used) {
    await release.execute(deps.store.relaxed);
    throw new Refusal('sessionExpired');
  }
  if (told) deps.wakeMailWorker();
  return answer;
};

type CodeVerdict = 'right' | 'expired' | 'wrong';

/** Compares with every code of the challenge, each in constant time; a code that is still valid wins. */
function compare(challenge: Challenge, typed: readonly Buffer[], now: number): CodeVerdict {
  let verdict: CodeVerdict = 'wrong';
  for (const { code, expiresAt } of challenge.codes) {
    const same = isCode(code, typed);
    if (same && expiresAt > now) verdict = 'right';
    else if (same && verdict === 'wrong') verdict = 'expired';
  }
  return verdict;
}

/** The account has too many wrong codes: nothing was compared, and the challenge is dead. */
async function ceilingRefusal(challenge: Challenge, deps: Deps, now: number): Promise<Refusal> {
  const until = await findHourFullUntil(deps.store.relaxed, challenge.account.id, codeCeilings.inHour, now);
  return new Refusal('challengeDead', {
    retryAfter: secondsUntil(until ?? challenge.expiresAt, now),
    ...because('tooManyWrongCodes', { accountId: challenge.account.id }),
  });
}

/**
 * Mails the owner a link to choose a new password, because the person who enters these codes knows the password: once a
 * day when the hourly limit is reached, and when the password must be renewed.
 */
async function tellOwnerAtCeiling(
  account: Refused,
  { inHour, inARow }: CountedTry,
  deps: Deps,
  now: number,
): Promise<void> {
  const mustRenew = inARow === codeCeilings.inARow;
  if (!mustRenew && inHour !== codeCeilings.inHour) return;
  const { row, mailed } = createLink('/password/reset', resetLinkSubject(account), deps, now);
  await inOneStatement(deps.store.relaxed, {
    link: insertLink(row, mustRenew ? undefined : tryCounted(wrongCodesMails(account.id), now)),
    mail: insertMail(wrongCodesMail(account, mailed, deps, now), after('link')),
  });
  deps.wakeMailWorker();
}

function refusalOf(challenge: Challenge, verdict: 'expired' | 'wrong', now: number): Refusal {
  if (challenge.tries >= limits.codeTries)
    return new Refusal('challengeDead', { retryAfter: secondsUntil(challenge.expiresAt, now) });
  const times: ChallengeTimes = {
    serverNow: now,
    codeExpiresAt: Math.max(...challenge.codes.map((code) => code.expiresAt)),
    resendAt: challenge.resendAt,
    triesLeft: limits.codeTries - challenge.tries,
  };
  return new Refusal(verdict === 'expired' ? 'codeExpired' : 'invalidCode', { challenge: times });
}

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
 * Adds a code to the newest challenge of the address, if one exists, and mails it to the account's own address. Without
 * a challenge the same statements run and change nothing, and no commit waits for the disk: the time reveals no more
 * than the answer.
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
  await inOneStatement(deps.store.relaxed, {
    challenge: updateChallengeResend({ challengeId, resendAt, now }),
    code: insertCode({ code: hashCode(deps.keys, challengeId, code), codeExpiresAt }),
    mail: insertMail(mail, after('challenge')),
  });
  if (live !== undefined) deps.wakeMailWorker();
}
