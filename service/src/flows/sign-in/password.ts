/**
 * Signs in with a password (spec §4; requirements §4 "Second step"; threats A1 to A5). Answers with tokens, or with the
 * challenge of the code step.
 */
import { randomUUID } from 'node:crypto';
import type { WireAnswer } from '@app/contract/calls/endpoints.ts';
import { challengeToWire } from '@app/contract/calls/wire-names.ts';
import { limits } from '@app/contract/fields/limits.ts';
import type { Way } from '@app/contract/fields/vocabulary.ts';

import type { Call, Deps, Flow } from '#deps.ts';
import { because, Refusal } from '#refusal.ts';
import { resendHoldKey } from '#accounts/unknown-account.ts';
import { hashCode, newCode } from '#security/tokens/codes.ts';
import { hashHandle, newHandle } from '#security/tokens/handles.ts';
import { type Account, updateHash } from '#store/accounts/accounts.ts';
import { after, changedInOneStatement } from '#store/connection/one-statement.ts';
import { insertChallenge, insertCode } from '#store/sign-in/challenges.ts';
import { findHourFullUntil } from '#store/sign-in/code-tries.ts';
import { consumeSparedCode, insertDevice } from '#store/sign-in/devices.ts';
import { openResends } from '#store/sign-in/resends.ts';
import { updateAnswer } from '#store/idempotency.ts';
import { insertMail } from '#store/outbox.ts';
import { findAndCount, type SignInFacts } from '#store/sign-in/password-look-up.ts';
import { openSession } from '#store/sessions/sessions.ts';

import { readRiskData } from '#sessions/risk-data.ts';
import { challenges, codeCeilings, wrongPasswords } from '#rate-limits/rate-limits.ts';
import { loginCodeMail } from '#mails/sign-in-mails.ts';
import { compareCounted, countTries, refuseIfFull, secondsUntil } from '#rate-limits/rate-limiter.ts';
import { createSession } from '#sessions/create-session.ts';

import { tellOfBreach } from './breached-password.ts';
import { tellOfNewDevice } from './new-device.ts';
import { refusalOf } from './password-refusal.ts';

/**
 * Every address takes the same steps: look-up and count in the rate limits, then a real hash comparison. Only after
 * that does it matter whether an account exists, so neither answer nor time reveals it (threats A4, A5). A right
 * password releases its try. Throws `Refusal` `credentials`, `strategy`, `renewalRequired`, or that of a full rate
 * limit.
 */
export const signInWithPassword: Flow<'signInWithPassword'> = async (body, call, deps) => {
  const { email, password } = body;
  const now = deps.clock();
  const risk = readRiskData(body.contextData, deps);
  const limitsOf = {
    whenKnown: wrongPasswords(email, call.client, risk.device?.toString('base64url')),
    otherwise: wrongPasswords(email, call.client, undefined),
  };
  const attempt = {
    email,
    device: risk.device,
    mailboxProof: body.mailboxProof === undefined ? null : hashHandle(body.mailboxProof),
    address: resendHoldKey(email, call.client),
    resendAt: now + limits.resendWait,
    now,
  };
  const { found, counters, full } = await findAndCount(deps.store.relaxed, attempt, limitsOf);
  refuseIfFull(full, deps, now);

  const owner = canSignIn(found.account) ? found.account : undefined;
  const verdict = await compareCounted(
    { counters, deps, countedAt: now },
    () => deps.passwords.verify(password, found.password),
    ({ ok }) => ok && owner !== undefined,
  );
  const account = verdict.ok ? owner : undefined;
  if (account === undefined) throw await refusalOf(found, call, deps, now);
  if (verdict.rehash && found.password) {
    const next = await deps.passwords.rehash(password);
    await updateHash(deps.store.durable, account.id, found.password, next);
  }
  // A person who entered that many wrong codes knows the password: it is no longer accepted until it is renewed by
  // email (threat A6).
  if (found.wrongCodesInARow >= codeCeilings.inARow)
    throw new Refusal('renewalRequired', because('renewalRequired', { accountId: account.id }));
  tellOfBreach(password, { account, credentialVersion: found.credentialVersion }, call, deps);
  const rightPassword = { account, found, risk, call, deps, now };
  if (!needsCode(found)) return signIn(rightPassword);
  const answer =
    found.codeSpared && !found.factorDue && !found.factorRequired && risk.device !== null
      ? await signInSparingCode(rightPassword, risk.device)
      : undefined;
  return answer ?? openChallenge(rightPassword);
};

/**
 * Whether more than the password is asked for. Whoever set up an authenticator app wants it to be asked for, at least by
 * unknown devices, whatever the company's policy says.
 */
function needsCode(found: SignInFacts): boolean {
  const { secondStep, factors, mailboxProven, provenDevice } = found;
  if (found.factorDue) return true;
  // A mailed link has not proven what the company requires, and who has no factor sets one up now.
  if (found.factorRequired && secondStep !== 'off')
    return secondStep === 'always' || !provenDevice || !hasFactor(found);
  if (mailboxProven || secondStep === 'always') return !mailboxProven;
  return (secondStep === 'unrecognised' || factors.authenticator) && !provenDevice;
}

const hasFactor = ({ factors }: SignInFacts): boolean => factors.authenticator || factors.passkey;

/**
 * How the account can prove itself beside the password, the way that is asked for first: that of the last sign-in, else
 * the one without a mail. Recovery codes are never first; a passkey is only where nothing can be typed, as a person who
 * wanted it would not have typed a password.
 */
function waysOf(found: SignInFacts): Way[] {
  const { factors, lastWay } = found;
  const byMail = !(found.factorDue || (found.factorRequired && hasFactor(found)));
  const typed: Way[] = [
    ...(factors.authenticator ? (['authenticator'] as const) : []),
    ...(byMail ? (['emailCode'] as const) : []),
  ];
  if (lastWay === 'emailCode' && byMail) typed.reverse();
  return [
    ...typed,
    ...(factors.passkey ? (['passkey'] as const) : []),
    ...(factors.recoveryCode ? (['recoveryCode'] as const) : []),
  ];
}

/** A sign-in with the right password of an account that may sign in. */
interface RightPassword {
  readonly account: Account;
  readonly found: SignInFacts;
  readonly risk: ReturnType<typeof readRiskData>;
  readonly call: Call;
  readonly deps: Deps;
  readonly now: number;
}

const canSignIn = (account: Account | undefined): account is Account =>
  account?.status === 'active' && account.method === 'password';

/**
 * Opens a session without a code. The statement also makes the device known, so strangers cannot lock its owner out
 * (threat A2). Throws `Refusal('credentials')` if the account was changed while the password was compared.
 */
async function signIn({
  account,
  found: { credentialVersion, knownDevice, mailboxProven },
  risk: { device },
  call,
  deps,
  now,
}: RightPassword): Promise<WireAnswer<'signInWithPassword'>> {
  const { answer, session } = createSession(
    { account, strategy: 'password', credentialVersion, call, deps, now },
    (tokens) => ({ basic: tokens }),
  );
  // A link that this browser has just used told its owner already.
  const isKnown = mailboxProven || (device !== null && knownDevice);
  const told = isKnown ? undefined : tellOfNewDevice({ account, device }, call, deps, now);
  const opened = await changedInOneStatement(deps.store.durable, 'session', {
    ...openSession(session),
    ...told,
    device:
      device === null
        ? undefined
        : insertDevice(
            { accountId: account.id, device, userAgent: call.userAgent, how: 'byPassword' },
            now,
            after('session'),
          ),
  });
  if (!opened) throw new Refusal('credentials', because('changedMeanwhile', { accountId: account.id }));
  deps.metrics.signedIn({ method: 'password', outcome: 'success' });
  if (told) deps.wakeMailWorker();
  return answer;
}

/**
 * Opens a session for a device that a mailed link has confirmed, and consumes the code that the link spares. Undefined
 * if another sign-in has consumed it, or the account was changed while the password was compared.
 */
async function signInSparingCode(
  { account, found: { credentialVersion }, call, deps, now }: RightPassword,
  device: Buffer,
): Promise<WireAnswer<'signInWithPassword'> | undefined> {
  const { answer, session } = createSession({ account, strategy: 'password', call, deps, now }, (tokens) => ({
    basic: tokens,
  }));
  const opened = await changedInOneStatement(deps.store.durable, 'sparedCode', {
    sparedCode: consumeSparedCode({ accountId: account.id, credentialVersion }, device, now),
    ...openSession(session, after('sparedCode')),
  });
  if (!opened) return undefined;
  deps.metrics.signedIn({ method: 'password', outcome: 'success' });
  return answer;
}

/**
 * Inserts the challenge, and, if the mailed code is asked for first, that code and its email in the same statement, so no
 * code exists without its email.
 */
async function openChallenge({
  account,
  found,
  risk,
  call,
  deps,
  now,
}: RightPassword): Promise<WireAnswer<'signInWithPassword'>> {
  // At the hourly limit of wrong codes a code would be useless.
  const until = await findHourFullUntil(deps.store.relaxed, account.id, codeCeilings.inHour, now);
  if (until !== undefined)
    throw new Refusal('rateLimited', {
      retryAfter: secondsUntil(until, now),
      ...because('tooManyWrongCodes', { accountId: account.id }),
    });
  const { credentialVersion } = found;
  const device = found.knownDevice ? risk.device?.toString('base64url') : undefined;
  await countTries(challenges(account.id, call.client, device), deps, now);
  const id = randomUUID();
  const session = newHandle();
  const code = newCode();
  const ways = waysOf(found);
  const byMail = ways[0] === 'emailCode';
  const times = {
    serverNow: now,
    codeExpiresAt: now + (byMail ? limits.codeLifetime : limits.challengeLifetime),
    resendAt: byMail ? now + limits.resendWait : now,
    triesLeft: limits.codeTries,
  };
  const answer = challengeToWire({ session, ...times, ...(ways.length > 1 || !byMail ? { ways } : {}) });
  const sealed = call.once?.sealAnswer(answer);
  const opened = await changedInOneStatement(deps.store.durable, 'challenge', {
    challenge: insertChallenge({
      id,
      session: hashHandle(session),
      accountId: account.id,
      email: account.email,
      client: call.client,
      context: risk.rest,
      device: risk.device,
      resendAt: times.resendAt,
      credentialVersion,
      now,
    }),
    ...(byMail
      ? {
          code: insertCode({ code: hashCode(deps.keys, id, code), codeExpiresAt: times.codeExpiresAt }),
          mail: insertMail(
            loginCodeMail(account, { challengeId: id, stage: 0, code, userAgent: call.userAgent }, deps, now),
            after('challenge'),
          ),
        }
      : { resends: openResends(resendHoldKey(account.email, call.client), now) }),
    answer: sealed && updateAnswer(sealed, after('challenge')),
  });
  if (!opened) throw new Refusal('credentials', because('changedMeanwhile', { accountId: account.id }));
  if (byMail) deps.wakeMailWorker();
  // A separate step (spec §4), which no call begins.
  call.log.info({ category: 'authentication', step: 'mfa.init', outcome: 'success' }, 'a code is asked for');
  return answer;
}
