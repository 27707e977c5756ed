/** The own authenticator app and recovery codes (requirements §4 "Second step"; threats A19 to A22). */
import type { OwnFactors } from '@app/contract/dashboard/own-factors.ts';
import { minutes } from '@app/contract/fields/durations.ts';
import { showRecoveryCode } from '@app/contract/fields/recovery-code.ts';

import { insertAccountEvent } from '#accounts/account-event.ts';
import { newAuthenticatorSetup } from '#accounts/authenticator-setup.ts';
import type { Flow } from '#deps.ts';
import { factorMail } from '#mails/factor-mails.ts';
import { Refusal } from '#refusal.ts';
import { newRecoveryCodes } from '#security/factors/recovery-codes.ts';
import { openSetup, sealSecret } from '#security/factors/sealed-secret.ts';
import { noStep, stepOfCode } from '#security/factors/totp.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import {
  authenticatorFirst,
  deleteAuthenticator,
  type FactorsRow,
  findFactors,
  findSecondStepAsked,
  forgetWithoutFactor,
  replaceRecoveryCodes,
  upsertAuthenticator,
} from '#store/accounts/factors.ts';
import type { Reader } from '#store/connection/pools.ts';
import type { Account } from '#store/accounts/accounts.ts';
import { inOneStatement } from '#store/connection/one-statement.ts';
import { insertMail } from '#store/outbox.ts';

import { requireRecentSignIn } from '#flows/dashboard/guarded-effects.ts';
import { ownChange, requirePassword } from './own-change.ts';

export const readFactors: Flow<'readFactors'> = async (_input, { actor }, deps) =>
  toFactors(await findFactors(deps.store.relaxed, actor.account.id));

/** An account of Google or single sign-on has an app only where its sign-in can ask for it. */
async function requireAsked(db: Reader, account: Account): Promise<void> {
  if (account.method !== 'password' && !(await findSecondStepAsked(db, account.id))) requirePassword(account);
}

/** Nothing is stored: the answer carries the sealed secret back to `addAuthenticator`. */
export const startAuthenticator: Flow<'startAuthenticator'> = async (_input, call, deps) => {
  await requireAsked(deps.store.relaxed, call.actor.account);
  requireRecentSignIn(call, deps);
  const { id, email } = call.actor.account;
  return newAuthenticatorSetup(email, id, { until: deps.clock() + setupLifetime }, deps);
};

/** Long enough to install an app first. */
const setupLifetime = minutes(30);

/** The first code proves that the app has the secret, and that its clock is right. It is not accepted again. */
export const addAuthenticator: Flow<'addAuthenticator'> = async ({ body }, call, deps) => {
  await requireAsked(deps.store.relaxed, call.actor.account);
  // First, so that an old sign-in is asked for before the code is judged.
  requireRecentSignIn(call, deps);
  const accountId = call.actor.account.id;
  const setup = openSetup(deps.keys, accountId, body.setup);
  const now = deps.clock();
  if (setup === undefined || setup.until <= now) throw new Refusal('codeExpired');
  const lastStep = stepOfCode(setup.secret, body.code, { now, after: noStep });
  if (lastStep === undefined) throw new Refusal('invalidCode');
  const answer = await ownChange(call, deps, 'recentSignIn', async ({ db, account, now: changedAt }) => {
    await requireAsked(db, account);
    await inOneStatement(db, {
      authenticator: upsertAuthenticator(
        accountId,
        { ...sealSecret(deps.keys, accountId, setup.secret), lastStep },
        changedAt,
      ),
      first: authenticatorFirst(accountId),
      event: insertAccountEvent({
        kind: 'authenticatorAdded',
        accountId,
        call,
        now: changedAt,
      }),
      mail: insertMail(factorMail(account, { change: 'authenticatorAdded' }, deps, changedAt)),
    });
    return toFactors(await findFactors(db, accountId));
  });
  deps.wakeMailWorker();
  return answer;
};

export const removeAuthenticator: Flow<'removeAuthenticator'> = async (_input, call, deps) => {
  await ownChange(call, deps, 'recentSignIn', async ({ db, account, now }) => {
    if (!(await deleteAuthenticator(db, account.id))) throw new Refusal('notFound');
    await forgetWithoutFactor(db, account.id);
    await inOneStatement(db, {
      event: insertAccountEvent({
        kind: 'authenticatorRemoved',
        accountId: account.id,
        call,
        now,
      }),
      mail: insertMail(factorMail(account, { change: 'authenticatorRemoved' }, deps, now)),
    });
  });
  deps.wakeMailWorker();
  return undefined;
};

export const makeRecoveryCodes: Flow<'makeRecoveryCodes'> = async (_input, call, deps) => {
  const answer = await ownChange(call, deps, 'recentSignIn', async ({ db, account, now }) => {
    await requireAsked(db, account);
    // They stand in for a factor; without one the mailed code needs no substitute.
    if (!(await findFactors(db, account.id)).hasFactor) throw new Refusal('notPossible');
    const codes = newRecoveryCodes();
    await replaceRecoveryCodes(db, account.id, codes.map(hashHandle), now);
    await inOneStatement(db, {
      event: insertAccountEvent({ kind: 'recoveryCodesMade', accountId: account.id, call, now }),
      mail: insertMail(factorMail(account, { change: 'recoveryCodesMade' }, deps, now)),
    });
    return { codes: codes.map(showRecoveryCode) };
  });
  deps.wakeMailWorker();
  return answer;
};

const toFactors = (row: FactorsRow): OwnFactors => ({
  ...(row.authenticatorAddedAt && {
    authenticator: {
      addedAt: row.authenticatorAddedAt.getTime(),
      ...(row.authenticatorUsedAt && { usedAt: row.authenticatorUsedAt.getTime() }),
    },
  }),
  ...(row.recoveryCodesMadeAt && {
    recoveryCodes: { madeAt: row.recoveryCodesMadeAt.getTime(), left: row.recoveryCodesLeft },
  }),
  hasFactor: row.hasFactor,
});
