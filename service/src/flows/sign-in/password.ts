/**
 * Signs in with a password (spec §4; requirements §4 "Second step"; threats A1 to A5). Answers with tokens, or with the
 * challenge of the code step.
 */
import type { WireAnswer } from '@app/contract/calls/endpoints.ts';
import * as limits from '@app/contract/fields/limits.ts';

import type { Call, Deps, Flow } from '#deps.ts';
import { because, Refusal } from '#refusal.ts';
import { resendHoldKey } from '#accounts/unknown-account.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import { type Account, updateHash } from '#store/accounts/accounts.ts';
import { after, changedInOneStatement } from '#store/connection/one-statement.ts';
import { consumeSparedCode, insertDevice } from '#store/sign-in/devices.ts';
import { findAndCount, type SignInFacts } from '#store/sign-in/password-look-up.ts';
import { openSession } from '#store/sessions/sessions.ts';

import { readRiskData } from '#sessions/risk-data.ts';
import { codeCeilings, wrongPasswords } from '#rate-limits/rate-limits.ts';
import { compareCounted, refuseIfFull } from '#rate-limits/rate-limiter.ts';
import { createSession } from '#sessions/create-session.ts';

import { tellOfNewDevice } from './new-device.ts';
import { refusalOf } from './password-refusal.ts';
import { needsCode, openChallenge } from './second-step.ts';
import { insertMail } from '#store/outbox.ts';
import { breachedPasswordMail } from '#mails/password-mails.ts';

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
  if (!needsCode(found, found.mailboxProven)) return signIn(rightPassword);
  const answer =
    found.codeSpared && !found.factorDue && !found.factorRequired && risk.device !== null
      ? await signInSparingCode(rightPassword, risk.device)
      : undefined;
  const { credentialVersion } = found;
  const challenge =
    answer ?? (await openChallenge({ ...rightPassword, credentialVersion, toAnswer: (mfa) => mfa }));
  if (challenge === undefined)
    throw new Refusal('credentials', because('changedMeanwhile', { accountId: account.id }));
  return challenge;
};

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
 * Looks up a password that was right, and emails the owner if it is known (threat A10): the email reaches them even if
 * somebody else has just entered it. Returns immediately, as a sign-in never waits for the range service.
 */
function tellOfBreach(
  password: string,
  { account, credentialVersion }: { readonly account: Account; readonly credentialVersion: number },
  call: Call,
  deps: Deps,
): void {
  if (deps.breachedPasswords === undefined) return;
  const tell = async (isKnown: boolean): Promise<void> => {
    if (!isKnown) return;
    const mail = breachedPasswordMail(account, credentialVersion, deps, deps.clock());
    await insertMail(mail).execute(deps.store.durable);
    deps.wakeMailWorker();
  };
  deps.breachedPasswords
    .isKnown(password)
    .then(tell)
    .catch((error: unknown) =>
      call.log.warn({ err: error }, 'an email about a breached password was not written'),
    );
}
