/** Makes a company with the invitation of its first admin, in a database that has no admin yet. */
import { randomUUID } from 'node:crypto';
import type { Language } from '@app/contract/fields/vocabulary.ts';

import { newInvitation } from '#flows/dashboard/invitations/new-invitation.ts';
import { type Account, insertCompany } from '#store/accounts/accounts.ts';
import { insertAuditEntries } from '#store/dashboard/audit-log.ts';
import { insertInvitations } from '#store/dashboard/invitations/invite.ts';
import {
  deleteUnacceptedCompany,
  findFirstAdminState,
  lockFirstAdmin,
} from '#store/operations/first-admin.ts';

import { inLongTransaction } from '#store/operations/long-transaction.ts';

import { type OperationDeps, OperationRefusal } from './operation.ts';

export interface FirstAdmin {
  readonly company: string;
  readonly email: string;
  readonly name: string;
  readonly language: Language;
  /** Whether to replace an invitation that nobody accepted. */
  readonly replace: boolean;
}

export interface InvitedAdmin {
  readonly companyId: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** The company that went, with `replace`. */
  readonly replaced: string | undefined;
}

/** All of it or nothing. Throws an `OperationRefusal` that says what already exists. */
export const inviteFirstAdmin = (
  { company, email, name, language, replace }: FirstAdmin,
  deps: Omit<OperationDeps, 'store'>,
): Promise<InvitedAdmin> =>
  // No time limits: the machine of a first start is busy.
  inLongTransaction(deps.databaseUrl, async (db) => {
    const { now } = deps;
    await lockFirstAdmin(db);
    const replaced = replace ? await deleteUnacceptedCompany(db, now) : undefined;
    if (replace && replaced === undefined)
      throw new OperationRefusal(
        'Nothing was replaced: the database has no company, or more than one account, or somebody has accepted the invitation.',
      );
    const state = await findFirstAdminState(db, { company, email });
    if (state.admin !== undefined)
      throw new OperationRefusal(
        `There is an admin already (${state.admin}). Admins invite others on the dashboard. If nobody has accepted that invitation, --replace makes another.`,
      );
    if (state.companyExists) throw new OperationRefusal(`There is a company called ${company} already.`);
    if (state.addressTaken) throw new OperationRefusal(`${email} has an account already.`);

    const companyId = randomUUID();
    const account: Account = {
      id: randomUUID(),
      companyId,
      email,
      name,
      method: 'password',
      status: 'unconfirmed',
      language,
      roles: ['Admin'],
    };
    await insertCompany(db, { id: companyId, name: company });
    const invitation = newInvitation(account, { company, inviter: undefined, bulk: false }, deps, now);
    const by = { companyId, client: '127.0.0.1', platform: 'authentication-ui', now } as const;
    await insertInvitations(db, [invitation], by);
    const after = { role: 'Admin', method: account.method };
    const entry = { companyId, actor: undefined, action: 'invited', requestId: undefined } as const;
    await insertAuditEntries(db, [{ ...entry, targetId: account.id, target: email, after }], now);
    return { companyId, expiresAt: invitation.mail.expiresAt, replaced };
  });
