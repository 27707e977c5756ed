/** The code step: checks a code of any way (spec §4; requirements §4 "Second step"; threats A6 to A9). */
import { limits } from '@app/contract/fields/limits.ts';
import type { ChallengeTimes } from '@app/contract/calls/refusals.ts';
import type { TokensOnTheWire } from '@app/contract/tokens/tokens.ts';

import type { Call, Deps, Flow } from '#deps.ts';
import { because, Refusal } from '#refusal.ts';
import { openSecret } from '#security/factors/sealed-secret.ts';
import { stepOfCode } from '#security/factors/totp.ts';
import { hashTypedCode, isCode } from '#security/tokens/codes.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import type { Account } from '#store/accounts/accounts.ts';
import { consumeRecoveryCode, consumeStep, factorProven, findFactors } from '#store/accounts/factors.ts';
import { after, changedInOneStatement, inOneStatement } from '#store/connection/one-statement.ts';
import type { DurableTransaction } from '#store/connection/pools.ts';
import {
  type Challenge,
  consumeChallenge,
  findChallengeDeadUntil,
  reserveTry,
} from '#store/sign-in/challenges.ts';
import { openSession } from '#store/sessions/sessions.ts';
import { type CountedTry, findHourFullUntil, releaseTry } from '#store/sign-in/code-tries.ts';
import { insertDevice } from '#store/sign-in/devices.ts';
import { insertLink } from '#store/accounts/links.ts';
import { insertMail, type NewMail } from '#store/outbox.ts';
import { tryCounted } from '#store/sign-in/throttles.ts';

import { codeCeilings, wrongCodesMails } from '#rate-limits/rate-limits.ts';
import { factorMail } from '#mails/factor-mails.ts';
import { type Refused, refusedIn, wrongCodesMail } from '#mails/sign-in-mails.ts';
import { createLink, resetLinkSubject } from '#links/create-link.ts';
import { secondsUntil } from '#rate-limits/rate-limiter.ts';
import { createSession } from '#sessions/create-session.ts';

import { tellOfNewDevice } from './new-device.ts';

/** Tokens for the right code, once. The try is counted before the code is compared, so five are five in parallel too. */
export const verifyCode: Flow<'verifyCode'> = (body, call, deps) =>
  finishWith({ ...body, compare: (challenge, now) => compare(challenge, body.code, deps, now) }, call, deps);

/** The same with a recovery code; its owner is told how many are left. */
export const verifyRecoveryCode: Flow<'verifyRecoveryCode'> = ({ recoveryCode, ...body }, call, deps) => {
  const code = hashHandle(recoveryCode);
  const right = { way: 'recoveryCode', code } as const;
  return finishWith(
    { ...body, recoveryCode: code, compare: (challenge) => (challenge.recoveryCodeFound ? right : 'wrong') },
    call,
    deps,
  );
};

/** What a right code was. `step`: of an authenticator app; `code`: of a recovery code. */
type RightCode =
  | { readonly way: 'emailCode' }
  | { readonly way: 'authenticator'; readonly step: number }
  | { readonly way: 'recoveryCode'; readonly code: Buffer };
type CodeVerdict = RightCode | 'expired' | 'wrong';

async function finishWith(
  {
    email,
    session,
    recoveryCode,
    compare: verdictOf,
  }: {
    readonly email: string;
    readonly session: string;
    readonly recoveryCode?: Buffer;
    readonly compare: (challenge: Challenge, now: number) => CodeVerdict;
  },
  call: Call,
  deps: Deps,
): Promise<TokensOnTheWire> {
  const now = deps.clock();
  const handle = { session: hashHandle(session), email, recoveryCode, now };
  const challenge = await reserveTry(deps.store.durable, handle, codeCeilings);
  if (challenge === undefined) {
    const deadUntil = await findChallengeDeadUntil(deps.store.relaxed, handle);
    if (deadUntil === undefined) throw new Refusal('sessionExpired');
    throw new Refusal('challengeDead', { retryAfter: secondsUntil(deadUntil, now) });
  }
  if (challenge.ofAccount === undefined) throw await ceilingRefusal(challenge, deps, now);
  const verdict = verdictOf(challenge, now);
  if (verdict === 'wrong')
    await tellOwnerAtCeiling(refusedIn(challenge.account, call), challenge.ofAccount, deps, now);
  if (typeof verdict === 'string') throw refusalOf(challenge, verdict, now);
  const { account } = challenge;
  if (account.status !== 'active')
    throw new Refusal('sessionExpired', because(account.status, { accountId: account.id }));
  if (account.method !== 'password')
    throw new Refusal('sessionExpired', because('otherMethod', { accountId: account.id }));

  const { answer, session: newRow } = createSession(
    { account, strategy: 'password', way: verdict.way, challengeId: challenge.id, call, deps, now },
    (tokens) => tokens,
  );
  const { id, device } = challenge;
  const told = tellOfNewDevice({ account, device }, call, deps, now);
  const release = releaseTry(account.id, now);
  const opened = await deps.store.durable.transaction().execute(async (db) => {
    if (!(await consumeChallenge(db, id, now))) return 'challengeUsed';
    if (!(await consumeFactor(db, account.id, verdict, now))) throw refusalOf(challenge, 'wrong', now);
    await inOneStatement(db, {
      ...openSession(newRow),
      ...told,
      codeTries: release,
      device:
        device === null
          ? undefined
          : insertDevice({ accountId: account.id, device, userAgent: call.userAgent, how: 'proven' }, now),
      factorProven: verdict.way === 'emailCode' ? undefined : factorProven(account.id),
      mail:
        verdict.way === 'recoveryCode'
          ? insertMail(await recoveryCodeUsedMail(db, account, deps, now))
          : undefined,
    });
    return 'opened';
  });
  if (opened === 'challengeUsed') {
    await release.execute(deps.store.relaxed);
    throw new Refusal('sessionExpired');
  }
  deps.metrics.signedIn({ method: 'password', way: verdict.way, outcome: 'success' });
  if (told || verdict.way === 'recoveryCode') deps.wakeMailWorker();
  return answer;
}

/** Consumes the code of a factor: true for exactly one of parallel calls (threat A20). */
const consumeFactor = (
  db: DurableTransaction,
  accountId: string,
  right: RightCode,
  now: number,
): Promise<boolean> | true => {
  if (right.way === 'emailCode') return true;
  const factor =
    right.way === 'authenticator'
      ? consumeStep(accountId, right.step, now)
      : consumeRecoveryCode(accountId, right.code, now);
  return changedInOneStatement(db, 'factor', { factor });
};

async function recoveryCodeUsedMail(
  db: DurableTransaction,
  account: Account,
  deps: Deps,
  now: number,
): Promise<NewMail> {
  const { recoveryCodesLeft } = await findFactors(db, account.id);
  return factorMail(account, { change: 'recoveryCodeUsed', left: String(recoveryCodesLeft) }, deps, now);
}

/**
 * Compares with every mailed code of the challenge, each in constant time, and with those of the account's authenticator
 * app: the person need not say which one was typed. A mailed code counts only while no other factor is due; one that is
 * still valid wins.
 */
function compare(
  { id, account, codes, authenticator, factorDue }: Challenge,
  code: string,
  deps: Deps,
  now: number,
): CodeVerdict {
  let verdict: CodeVerdict = 'wrong';
  const typed = hashTypedCode(deps.keys, id, code);
  for (const { code: mailed, expiresAt } of factorDue ? [] : codes) {
    const same = isCode(mailed, typed);
    if (same && expiresAt > now) verdict = { way: 'emailCode' };
    else if (same && verdict === 'wrong') verdict = 'expired';
  }
  if (typeof verdict !== 'string' || authenticator === undefined) return verdict;
  const secret = openSecret(deps.keys, account.id, authenticator.secret);
  const step = secret && stepOfCode(secret, code, { now, after: authenticator.lastStep });
  return step === undefined ? verdict : { way: 'authenticator', step };
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
    // Without a mailed code the challenge itself expires.
    codeExpiresAt:
      challenge.codes.length === 0
        ? challenge.expiresAt
        : Math.max(...challenge.codes.map((code) => code.expiresAt)),
    resendAt: challenge.resendAt,
    triesLeft: limits.codeTries - challenge.tries,
  };
  return new Refusal(verdict === 'expired' ? 'codeExpired' : 'invalidCode', { challenge: times });
}
