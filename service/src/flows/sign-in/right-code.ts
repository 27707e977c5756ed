/**
 * What a right code of the code step leads to: it is consumed with the session that it opens, or a new factor is set up
 * first (docs/decisions/factors.md; threats A16, A19, A20, A22).
 */
import type { SetUp } from '@app/contract/calls/code-endpoints.ts';

import { insertAccountEvent } from '#accounts/account-event.ts';
import { newAuthenticatorSetup } from '#accounts/authenticator-setup.ts';
import type { Call, Deps } from '#deps.ts';
import { factorMail } from '#mails/factor-mails.ts';
import { challengeOfSetup, sealSecret, type Setup } from '#security/factors/sealed-secret.ts';
import type { Account } from '#store/accounts/accounts.ts';
import {
  consumeRecoveryCode,
  consumeStep,
  deleteAuthenticator,
  findFactors,
  insertFirstAuthenticator,
  upsertAuthenticator,
} from '#store/accounts/factors.ts';
import { changedInOneStatement, inOneStatement, type Statement } from '#store/connection/one-statement.ts';
import type { DurableTransaction } from '#store/connection/pools.ts';
import { insertMail } from '#store/outbox.ts';
import { type Challenge, giveBackTries } from '#store/sign-in/challenges.ts';
import { releaseTry } from '#store/sign-in/code-tries.ts';
import { passkeyOptions, storeNewPasskey, type VerifiedPasskey } from '#accounts/passkeys.ts';

/** `step`: of an authenticator app, `setUp`: of a new factor; `code`: of a recovery code or a temporary pass. */
export type RightCode =
  | { readonly way: 'emailCode' }
  | { readonly way: 'authenticator'; readonly step: number; readonly setUp?: Setup }
  | { readonly way: 'passkey'; readonly passkey: VerifiedPasskey; readonly setUp: Setup }
  | { readonly way: 'recoveryCode'; readonly code: Buffer; readonly isPass: boolean };

/** A mailed code is not enough where the company requires a factor, and a temporary pass ends in a new factor. */
export const leadsToSetUp = (right: RightCode, { setUpFrom }: Challenge): boolean =>
  right.way === 'emailCode' ? setUpFrom !== undefined : right.way === 'recoveryCode' && right.isPass;

/** Whether a temporary pass led to the set-up. */
export const isByPass = (setUp: Setup): setUp is Setup & { readonly by: Buffer } => Buffer.isBuffer(setUp.by);

/**
 * Answers a right code with an authenticator app to set up, or a passkey. Nothing is consumed: the app's first code or
 * the passkey does it, with the tries of a new challenge.
 */
export async function beginSetUp(
  { id, account, expiresAt, setUpFrom }: Challenge,
  right: RightCode,
  deps: Deps,
  now: number,
): Promise<{ setUp: SetUp }> {
  await inOneStatement(deps.store.durable, {
    tries: giveBackTries(id),
    ofAccount: releaseTry(account.id, now),
  });
  const isPass = right.way === 'recoveryCode';
  const skipUntil = !isPass && setUpFrom !== undefined && setUpFrom > now ? setUpFrom : undefined;
  const by = isPass ? right.code : skipUntil === undefined ? undefined : 'mail';
  const setUp = newAuthenticatorSetup(account.email, id, { until: expiresAt, by }, deps);
  // A passkey would outlive the word of a provider.
  const passkey =
    account.method === 'password' &&
    passkeyOptions(account, challengeOfSetup(setUp.setup).toString('base64url'), deps);
  return { setUp: { ...setUp, ...(skipUntil !== undefined && { skipUntil }), ...(passkey && { passkey }) } };
}

/**
 * Consumes a right code, for exactly one of parallel calls, in the transaction that opens the session. Resolves to what
 * tells the owner of it, or to `notConsumed`. Call it with the account locked if a factor is set up.
 */
export async function consumeCode(
  right: RightCode,
  account: Account,
  context: { db: DurableTransaction; call: Call; deps: Deps; now: number },
): Promise<'notConsumed' | { readonly [Name in 'factorEvent' | 'factorMail']?: Statement }> {
  const { db, call, deps, now } = context;
  const { id } = account;
  const isConsumed = (factor: Statement): Promise<boolean> => changedInOneStatement(db, 'factor', { factor });
  if (right.way === 'emailCode') return {};
  if (right.way === 'recoveryCode') {
    if (!(await isConsumed(consumeRecoveryCode(id, right.code, now)))) return 'notConsumed';
    const left = String((await findFactors(db, id)).recoveryCodesLeft);
    return { factorMail: insertMail(factorMail(account, { change: 'recoveryCodeUsed', left }, deps, now)) };
  }
  const changed = (change: 'authenticatorAdded' | 'authenticatorRemoved') => ({
    factorEvent: insertAccountEvent({ kind: change, accountId: id, call, now }),
    factorMail: insertMail(factorMail(account, { change }, deps, now)),
  });
  if (right.way === 'passkey') {
    const { setUp, passkey } = right;
    const isFree = isByPass(setUp)
      ? await isConsumed(consumeRecoveryCode(id, setUp.by, now))
      : !(await findFactors(db, id)).hasFactor;
    if (!isFree || !(await storeNewPasskey(account, passkey, context))) return 'notConsumed';
    // Of the lost device, as a new app would replace it.
    return (await deleteAuthenticator(db, id)) ? changed('authenticatorRemoved') : {};
  }
  const { step, setUp } = right;
  if (setUp === undefined) return (await isConsumed(consumeStep(id, step, now))) ? {} : 'notConsumed';
  const authenticator = { ...sealSecret(deps.keys, id, setUp.secret), lastStep: step };
  const isSetUp = isByPass(setUp)
    ? (await isConsumed(consumeRecoveryCode(id, setUp.by, now))) &&
      (await isConsumed(upsertAuthenticator(id, authenticator, now)))
    : await isConsumed(insertFirstAuthenticator(id, authenticator, now));
  return isSetUp ? changed('authenticatorAdded') : 'notConsumed';
}
