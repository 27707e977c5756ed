/**
 * Password sign-in (spec §4; requirements §4 "Second step"; threats A1 to A5): tokens, or the challenge of the code
 * step.
 */
import { randomUUID } from 'node:crypto';
import type { WireAnswer } from '@app/contract/calls/endpoints.ts';
import { challengeToWire } from '@app/contract/calls/wire-names.ts';
import { limits } from '@app/contract/fields/limits.ts';
import { strategyMessages } from '@app/contract/calls/refusals.ts';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';

import type { Call, Deps, Flow } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { hashCode, newCode } from '#security/tokens/codes.ts';
import { hashHandle, newHandle } from '#security/tokens/handles.ts';
import { type Account, findAndReserve, type Found, replaceHash } from '#store/accounts/accounts.ts';
import { allOrNothing, firstDid } from '#store/connection/at-once.ts';
import { openingChallenge } from '#store/sign-in/challenges.ts';
import { hourFullUntil } from '#store/sign-in/code-tries.ts';
import { knowingDevice } from '#store/sign-in/devices.ts';
import { keepingAnswer } from '#store/idempotency.ts';
import { enqueuingMail } from '#store/outbox.ts';
import { usingSparedCode } from '#store/sign-in/spared-codes.ts';
import { useCounted } from '#store/sign-in/throttles.ts';

import { readRiskData } from '#sessions/risk-data.ts';
import { challenges, codeCeilings, methodMails, wrongPasswords } from '#rate-limits/rate-limits.ts';
import { loginCodeMail, signInMethodMail } from '#mails/mails.ts';
import { countUses, secondsUntil, settleWrong, whenFree } from '#rate-limits/reservations.ts';
import { newSession } from '#sessions/create-session.ts';

/**
 * Every address goes the same way: look-up with a place in the counters, a real hash comparison, the counters settled.
 * Only then does it matter whether there is an account, so neither answer nor time tells (threats A4, A5).
 */
export const signInWithPassword: Flow<'signInWithPassword'> = async (body, call, deps) => {
  const { email, password } = body;
  const now = deps.clock();
  const risk = readRiskData(body.contextData, deps);
  const mailboxProof = body.mailboxProof === undefined ? null : hashHandle(body.mailboxProof);
  const known = wrongPasswords(email, call.client, risk.device?.toString('base64url'));
  const unknown = wrongPasswords(email, call.client, undefined);
  const hold = { address: hashHandle(email), resendAt: now + limits.resendWait };
  const either = { whenKnown: known, otherwise: unknown };
  const countersOf = (taken: { found: Found }) => (taken.found.knownDevice ? known : unknown);
  const taken = await whenFree(
    () => findAndReserve(deps.store.relaxed, email, { device: risk.device, mailboxProof }, either, hold, now),
    countersOf,
    deps,
    now,
  );
  const { found } = taken;
  const counters = countersOf(taken);

  const verdict = await deps.passwords.verify(password, found.password).catch((error: unknown) => {
    deps.store.releases.add(counters, 'notCompared');
    throw error;
  });
  const account = verdict.ok && canSignIn(found.account) ? found.account : undefined;
  if (account === undefined) await settleWrong(counters, deps, now);
  else deps.store.releases.add(counters, 'right');

  if (account === undefined) throw await refusalOf(found, call, deps, now);
  if (verdict.rehash && found.password) {
    const next = await deps.passwords.rehash(password);
    await replaceHash(deps.store.durable, account.id, found.password, next);
  }
  const needsCode =
    !found.mailboxProven &&
    (found.secondStep === 'always' || (found.secondStep === 'unrecognised' && !found.provenDevice));
  // Whoever enters that many wrong codes knows the password: it opens nothing more, and only a mail renews it
  // (threat A6).
  if (found.wrongCodesInARow >= codeCeilings.inARow) throw new Refusal('renewalRequired');
  if (needsCode && !found.codeSpared) return openChallenge(account, found, risk, call, deps, now);
  const answer = await signIn(account, found, needsCode, risk.device, call, deps, now);
  if (answer !== undefined) return answer;
  if (needsCode) return openChallenge(account, found, risk, call, deps, now);
  throw new Refusal('credentials');
};

const canSignIn = (account: Account | undefined): account is Account =>
  account?.status === 'active' && account.method === 'password';

/**
 * Tokens; undefined if the password was changed while it was compared, or what spares the code was used meanwhile. The
 * device is known from then on, in the statement that opens the session: strangers cannot lock its owner out
 * (threat A2).
 *
 * @param sparesCode consumes the mailed link that confirmed the device, which stands for the code
 */
async function signIn(
  account: Account,
  { credentialVersion }: Found,
  sparesCode: boolean,
  device: Buffer | null,
  call: Call,
  deps: Deps,
  now: number,
): Promise<WireAnswer<'signInWithPassword'> | undefined> {
  const from = sparesCode ? { behindFirst: true as const } : { credentialVersion };
  const { answer, parts } = newSession(
    account,
    { strategy: 'password', from },
    call,
    deps,
    now,
    (tokens) => ({ basic: tokens }),
  );
  const ofDevice =
    device === null
      ? undefined
      : sparesCode
        ? usingSparedCode({ accountId: account.id, credentialVersion }, device, now)
        : knowingDevice(account.id, device, 'byPassword', now, firstDid);
  const all = sparesCode ? [ofDevice, ...parts] : [...parts, ofDevice];
  return (await allOrNothing(deps.store.durable, all)) ? answer : undefined;
}

/** The challenge, its first code and the mail of it: one statement, so there is no code without its mail. */
async function openChallenge(
  account: Account,
  { credentialVersion, knownDevice }: Found,
  risk: ReturnType<typeof readRiskData>,
  call: Call,
  deps: Deps,
  now: number,
): Promise<WireAnswer<'signInWithPassword'>> {
  // At the ceiling of an hour a code would be of no use.
  const until = await hourFullUntil(deps.store.relaxed, account.id, codeCeilings.inHour, now);
  if (until !== undefined) throw new Refusal('rateLimited', { retryAfter: secondsUntil(until, now) });
  const device = knownDevice ? risk.device?.toString('base64url') : undefined;
  await countUses(challenges(account.id, call.client, device), deps, now);
  const id = randomUUID();
  const session = newHandle();
  const code = newCode();
  const times = {
    serverNow: now,
    codeExpiresAt: now + limits.codeLifetime,
    resendAt: now + limits.resendWait,
    triesLeft: limits.codeTries,
  };
  const answer = challengeToWire({ session, ...times });
  const kept = call.once?.keep(answer);
  const opened = await allOrNothing(deps.store.durable, [
    ...openingChallenge({
      id,
      session: hashHandle(session),
      accountId: account.id,
      email: account.email,
      client: call.client,
      context: risk.rest,
      device: risk.device,
      code: hashCode(deps.keys, id, code),
      codeExpiresAt: times.codeExpiresAt,
      resendAt: times.resendAt,
      credentialVersion,
      now,
    }),
    enqueuingMail(loginCodeMail(account, { challengeId: id, stage: 0, code }, deps, now), firstDid),
    kept && keepingAnswer(kept, firstDid),
  ]);
  if (!opened) throw new Refusal('credentials');
  deps.wakeMailWorker();
  return answer;
}

/** What a failed sign-in is told: the method to use, where the settings say so, else that it failed. */
async function refusalOf(found: Found, call: Call, deps: Deps, now: number): Promise<Refusal> {
  const method = otherMethod(found);
  if (deps.settings.revealSignInMethod === 'always')
    return method === undefined
      ? new Refusal('credentials')
      : new Refusal('strategy', { message: strategyMessages[method] });

  const account = activeIn(found);
  if (account !== undefined && method !== undefined) await tellOwner(account, call, deps, now);
  return new Refusal('credentials');
}

/** The method by which the address signs in, if it is not the password (requirements §4 "Sign-in method"). */
function otherMethod(found: Found): Strategy | undefined {
  const account = activeIn(found);
  const method = account === undefined ? found.domainMethod : account.method;
  return method === 'password' ? undefined : method;
}

/** An account that cannot sign in answers as if it were not there. */
const activeIn = ({ account }: Found): Account | undefined =>
  account?.status === 'active' ? account : undefined;

/** The method goes to the owner's mailbox, at most once an hour; who typed the address learns nothing. */
async function tellOwner(account: Account, call: Call, deps: Deps, now: number): Promise<void> {
  const mail = signInMethodMail(account, deps, now);
  await enqueuingMail(mail, useCounted(methodMails(account, call.client), now)).execute(deps.store.relaxed);
  deps.wakeMailWorker();
}
