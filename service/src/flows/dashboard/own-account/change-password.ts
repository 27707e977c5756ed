/** The own password (requirements §5; threats A1, A10, B2): it is asked for again, and changed. */
import { passwordsMatch } from '@app/contract/fields/new-password.ts';

import { insertAccountEvent } from '#accounts/account-event.ts';
import { recordAttempt } from '#accounts/sign-in-attempt.ts';
import { hashNewPassword, samePassword } from '#accounts/new-password.ts';
import type { DashboardCall, Deps, Flow } from '#deps.ts';
import { ownPasswordChangedMail } from '#mails/password-mails.ts';
import { wrongOwnPasswords } from '#rate-limits/rate-limits.ts';
import { compareCounted, countTries } from '#rate-limits/rate-limiter.ts';
import { Refusal } from '#refusal.ts';
import { endAccessBut } from '#store/accounts/account-changes.ts';
import { factorProven } from '#store/accounts/factors.ts';
import { cancelLinks } from '#store/accounts/links.ts';
import { inOneStatement } from '#store/connection/one-statement.ts';
import { insertMail } from '#store/outbox.ts';
import { readRiskData } from '#sessions/risk-data.ts';
import { updateReauthentication } from '#store/sessions/sessions.ts';
import { forgetTries } from '#store/sign-in/code-tries.ts';

import { ownChange, requirePassword } from './own-change.ts';
import { findOwnPassword, type OwnPassword, replacePassword } from '#store/dashboard/own-account.ts';

/**
 * Replaces the password by one that follows the rules of all new ones. Every other session ends and every other known
 * device is forgotten, as after a reset; this session continues, and its sign-in is recent.
 */
export const changePassword: Flow<'changePassword'> = async ({ body }, call, deps) => {
  const found = await compareOwnPassword(
    { password: body.currentPassword, kind: 'passwordChanged' },
    call,
    deps,
  );
  const { account } = call.actor;
  const { device } = readRiskData(body.contextData, deps);
  const password = await hashNewPassword(body, [account.email, account.name, found.companyName], deps);
  // The current one was compared and counted above.
  if (passwordsMatch(body.password, body.currentPassword)) throw samePassword();
  await ownChange(
    call,
    deps,
    'anySignIn',
    async ({ db, account: { id: accountId, ...rest }, familyId, now }) => {
      if (!(await replacePassword(db, accountId, found, password))) throw new Refusal('credentials');
      const owner = { id: accountId, ...rest };
      await endAccessBut(db, { ids: accountId, familyId, device }, now, {
        cancelledLinks: cancelLinks(accountId, ['reset', 'device'], now),
        codeTries: forgetTries(accountId),
        proven: factorProven(accountId),
        recent: updateReauthentication(familyId, now),
        event: insertAccountEvent({ kind: 'passwordChanged', accountId, call, now }),
        mail: insertMail(ownPasswordChangedMail(owner, deps, now)),
      });
    },
  );
  deps.wakeMailWorker();
  return undefined;
};

/** Makes the sign-in of this session recent again (RFC 9470). */
export const reauthenticate: Flow<'reauthenticate'> = async ({ body }, call, deps) => {
  const compared = await compareOwnPassword({ password: body.password, kind: 'reauthenticated' }, call, deps);
  await ownChange(call, deps, 'anySignIn', async ({ db, account: { id: accountId }, familyId, now }) => {
    const still = await findOwnPassword(db, accountId);
    if (still.credentialVersion !== compared.credentialVersion) throw new Refusal('credentials');
    await inOneStatement(db, {
      recent: updateReauthentication(familyId, now),
      proven: factorProven(accountId),
      event: insertAccountEvent({ kind: 'reauthenticated', accountId, call, now }),
    });
  });
  return undefined;
};

/**
 * Resolves to the stored password that was compared. Wrong ones are counted for the session and the account, so that a
 * person who has stolen a session cannot keep guessing (threat A1). Throws `Refusal` `credentials`, `strategy` or
 * `rateLimited`.
 */
async function compareOwnPassword(
  { password, kind }: { readonly password: string; readonly kind: 'passwordChanged' | 'reauthenticated' },
  call: DashboardCall,
  deps: Deps,
): Promise<OwnPassword> {
  const { account, familyId } = call.actor;
  requirePassword(account);
  const now = deps.clock();
  const counters = wrongOwnPasswords(account.email, familyId);
  await countTries(counters, deps, now);
  const compared = await compareCounted(
    { counters, deps, countedAt: now },
    () => compare(password, account.id, deps),
    ({ isRight }) => isRight,
  );
  if (!compared.isRight) {
    const { id: accountId, method } = account;
    recordAttempt({ kind, outcome: 'refused', reason: 'wrongPassword', accountId, method }, call, deps);
    throw new Refusal('credentials');
  }
  return compared.found;
}

async function compare(
  password: string,
  accountId: string,
  { store, passwords }: Deps,
): Promise<{ readonly isRight: boolean; readonly found: OwnPassword }> {
  const found = await findOwnPassword(store.relaxed, accountId);
  const { ok } = await passwords.verify(password, found.password);
  return { isRight: ok, found };
}
