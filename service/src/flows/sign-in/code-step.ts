/** The code step: checks a code of any way (spec §4; requirements §4 "Second step"; threats A6 to A9). */
import * as limits from '@app/contract/fields/limits.ts';
import type { ChallengeTimes } from '@app/contract/calls/refusals.ts';
import type { SetUp } from '@app/contract/calls/code-endpoints.ts';
import type { TokensOnTheWire } from '@app/contract/tokens/tokens.ts';

import type { Call, Deps, Flow } from '#deps.ts';
import { because, Refusal } from '#refusal.ts';
import { challengeOfSetup, openSecret, openSetup } from '#security/factors/sealed-secret.ts';
import { noStep, stepOfCode } from '#security/factors/totp.ts';
import { hashTypedCode, isCode } from '#security/tokens/codes.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import { lockAccount } from '#store/accounts/account-changes.ts';
import { factorProven } from '#store/accounts/factors.ts';
import { after, inOneStatement } from '#store/connection/one-statement.ts';
import {
  type Challenge,
  codeOfChallenge,
  consumeChallenge,
  findChallengeDeadUntil,
  reserveTry,
} from '#store/sign-in/challenges.ts';
import { insertProviderSession } from '#store/sessions/saml-sessions.ts';
import { openSession } from '#store/sessions/sessions.ts';
import { type CountedTry, findHourFullUntil, releaseTry } from '#store/sign-in/code-tries.ts';
import { insertDevice } from '#store/sign-in/devices.ts';
import { insertLink } from '#store/accounts/links.ts';
import { insertMail } from '#store/outbox.ts';
import { tryCounted } from '#store/sign-in/throttles.ts';

import { codeCeilings, wrongCodesMails } from '#rate-limits/rate-limits.ts';
import { type Refused, refusedIn, wrongCodesMail } from '#mails/sign-in-mails.ts';
import { createLink, resetLinkSubject } from '#links/create-link.ts';
import { secondsUntil } from '#rate-limits/rate-limiter.ts';
import { createSession } from '#sessions/create-session.ts';

import { tellOfNewDevice } from './new-device.ts';
import { beginSetUp, consumeCode, isByPass, leadsToSetUp, type RightCode } from './right-code.ts';
import { verifyNewPasskey } from '#accounts/passkeys.ts';

/** Tokens for the right code, once. The try is counted before the code is compared, so five are five in parallel too. */
export const verifyCode: Flow<'verifyCode'> = (body, call, deps) =>
  finishWith({ ...body, compare: (challenge, now) => compare(challenge, body.code, deps, now) }, call, deps);

/** The same with a recovery code, whose owner is told how many are left, or with a temporary pass. */
export const verifyRecoveryCode: Flow<'verifyRecoveryCode'> = ({ recoveryCode, ...body }, call, deps) => {
  const code = hashHandle(recoveryCode);
  return finishWith(
    {
      ...body,
      recoveryCode: code,
      compare: ({ recoveryCode: found }) =>
        found === undefined ? 'wrong' : { way: 'recoveryCode', code, isPass: found === 'pass' },
    },
    call,
    deps,
  );
};

/** The first code of an app that an earlier code of this challenge was answered with, or a passkey instead. */
export const verifySetUp: Flow<'verifySetUp'> = async ({ setup, code, credential, ...body }, call, deps) => {
  const compareFirst = ({ id, provider, setUpFrom }: Challenge, now: number): CodeVerdict => {
    const opened = openSetup(deps.keys, id, setup);
    // Whoever has got a factor meanwhile signs in with that one.
    if (opened === undefined || opened.until <= now || (setUpFrom === undefined && !isByPass(opened)))
      throw new Refusal('sessionExpired');
    if (credential !== undefined && provider === undefined) {
      const endOf = (challenge: Buffer) =>
        challenge.equals(challengeOfSetup(setup)) ? opened.until : undefined;
      const verdict = verifyNewPasskey(credential, endOf, deps);
      return verdict.ok ? { way: 'passkey', passkey: verdict.passkey, setUp: opened } : 'wrong';
    }
    const canSkip = opened.by === 'mail' && (setUpFrom ?? Infinity) > now;
    if (code === undefined && canSkip) return { way: 'emailCode' };
    const step = code === undefined ? undefined : stepOfCode(opened.secret, code, { now, after: noStep });
    return step === undefined ? 'wrong' : { way: 'authenticator', step, setUp: opened };
  };
  return (await finishWith(
    { ...body, compare: compareFirst, afterSetUp: true },
    call,
    deps,
  )) as TokensOnTheWire;
};

type CodeVerdict = RightCode | 'expired' | 'wrong';

async function finishWith(
  {
    email,
    session,
    recoveryCode,
    compare: verdictOf,
    afterSetUp = false,
  }: {
    readonly email: string;
    readonly session: string;
    readonly recoveryCode?: Buffer;
    /** A factor was set up, or that was skipped: no other set-up follows. */
    readonly afterSetUp?: boolean;
    readonly compare: (challenge: Challenge, now: number) => CodeVerdict;
  },
  call: Call,
  deps: Deps,
): Promise<TokensOnTheWire | { setUp: SetUp }> {
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
  const { strategy, authenticatedAt } = challenge.provider ?? {
    strategy: 'password' as const,
    authenticatedAt: undefined,
  };
  if (account.method !== strategy)
    throw new Refusal('sessionExpired', because('otherMethod', { accountId: account.id }));

  if (!afterSetUp && leadsToSetUp(verdict, challenge)) return beginSetUp(challenge, verdict, deps, now);
  const { answer, session: newRow } = createSession(
    { account, strategy, authenticatedAt, way: verdict.way, challengeId: challenge.id, call, deps, now },
    (tokens) => tokens,
  );
  const { id, device } = challenge;
  const newDevice = tellOfNewDevice({ account, device }, call, deps, now);
  const release = releaseTry(account.id, now);
  const opened = await deps.store.durable.transaction().execute(async (db) => {
    // Before the challenge, as whoever changes the account does: one factor after the other, and the first one wins.
    if (afterSetUp) await lockAccount(db, account.id);
    if (!(await consumeChallenge(db, id, now))) return 'challengeUsed';
    const told = await consumeCode(verdict, account, { db, call, deps, now });
    if (told === 'notConsumed') throw refusalOf(challenge, 'wrong', now);
    await inOneStatement(db, {
      ...openSession(newRow),
      ...(strategy === 'saml' && { code: codeOfChallenge(id), providerSession: insertProviderSession }),
      ...newDevice,
      ...told,
      codeTries: release,
      device:
        device === null
          ? undefined
          : insertDevice({ accountId: account.id, device, userAgent: call.userAgent, how: 'proven' }, now),
      factorProven: verdict.way === 'emailCode' ? undefined : factorProven(account.id),
    });
    return 'opened';
  });
  if (opened === 'challengeUsed') {
    await release.execute(deps.store.relaxed);
    throw new Refusal('sessionExpired');
  }
  deps.metrics.signedIn({ method: strategy, way: verdict.way, outcome: 'success' });
  if (newDevice || verdict.way !== 'emailCode') deps.wakeMailWorker();
  return answer;
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
    ...because('tooManyWrongCodes', {
      accountId: challenge.account.id,
      method: challenge.account.method,
    }),
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
  // Who signs in at a provider has no password to renew.
  if (account.method !== 'password') return;
  const mustRenew = inARow === codeCeilings.inARow;
  if (!mustRenew && inHour !== codeCeilings.inHour) return;
  const { row, mailed } = createLink('/password/reset', resetLinkSubject(account), deps, now);
  await inOneStatement(deps.store.durable, {
    link: insertLink(row, mustRenew ? undefined : tryCounted(wrongCodesMails(account.id), now)),
    mail: insertMail(wrongCodesMail(account, mailed, deps, now), after('link')),
  });
  deps.wakeMailWorker();
}

function refusalOf(challenge: Challenge, verdict: 'expired' | 'wrong', now: number): Refusal {
  const { id: accountId, method } = challenge.account;
  const known = { accountId, method };
  if (challenge.tries >= limits.codeTries)
    return new Refusal('challengeDead', {
      retryAfter: secondsUntil(challenge.expiresAt, now),
      ...because('challengeDead', known),
    });
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
  return verdict === 'expired'
    ? new Refusal('codeExpired', { challenge: times, ...because('codeExpired', known) })
    : new Refusal('invalidCode', { challenge: times, ...because('wrongCode', known) });
}
