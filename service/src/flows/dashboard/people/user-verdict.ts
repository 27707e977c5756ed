/** Decides for one account whether an admin's change of it can be done, and why not (requirements §5). */
import type { reasonsNotDone } from '@app/contract/dashboard/dashboard-fields.ts';
import type { UserChange } from '@app/contract/dashboard/users.ts';

import { type AccountState, stateAfter, stateOf, toStored } from '#accounts/account-states.ts';
import { caseOf, whyNotSo } from '#accounts/sign-in-rule.ts';
import type { Access } from '#store/accounts/account-changes.ts';
import { domainOf } from '#store/accounts/accounts.ts';
import type { CompanyState, UserState } from '#store/dashboard/users/user-changes.ts';

export type ReasonNotDone = (typeof reasonsNotDone)[number];

export type Verdict = 'change' | Exclude<ReasonNotDone, 'notFound' | 'noPasswordYet' | 'invitedAgain'>;

export interface VerdictContext {
  /** The admin who asks. */
  readonly actorId: string;
  readonly company: CompanyState;
  /** The version that the admin saw; undefined: none was given. */
  readonly seen: number | undefined;
}

/**
 * An admin who disables or demotes their own account, or changes its method, could lock everyone out by one click:
 * another admin must do it. As every change is made by an active admin, the last one is always the caller.
 */
export function verdictOf(
  user: UserState,
  change: UserChange,
  { actorId, company, seen }: VerdictContext,
): Verdict {
  if (isSame(user, change)) return 'unchanged';
  if (seen !== undefined && seen !== user.version) return 'changedMeanwhile';
  if (user.id === actorId && !('secondStep' in change))
    return company.activeAdmins === 1 && !('method' in change) ? 'lastAdmin' : 'yourself';
  if ('status' in change && stateAfterChange(user, change) === undefined) return 'notPossible';
  if (company.ssoRequired && user.id === company.breakGlassId && !isHarmless(change)) return 'notPossible';
  return reasonAgainst(user, change, company) ?? 'change';
}

/** Why the address may not sign in so after the change: with another method, or enabled again. */
function reasonAgainst(
  user: UserState,
  change: UserChange,
  { ssoRequired, ssoDomains }: CompanyState,
): 'claimedElsewhere' | 'ssoRequired' | 'ssoNotConfigured' | undefined {
  const { companyId, claim, addressLost } = user;
  if (isEnabling(change) && stateOf(user) === 'invitedDisabled')
    return whyNotSo(caseOf({ ...user, status: 'unconfirmed' }, claim)) === 'claimedElsewhere'
      ? 'claimedElsewhere'
      : undefined;
  if (!('method' in change)) return undefined;
  const { method } = change;
  const reason = whyNotSo({ companyId, method, claim, ssoRequired, addressLost });
  if (reason === 'claimedElsewhere') return reason;
  if (method === 'saml') return ssoDomains.has(domainOf(user.email)) ? undefined : 'ssoNotConfigured';
  return reason === undefined ? undefined : 'ssoRequired';
}

/** The state after the change of the status, or undefined if it is not possible. */
export const stateAfterChange = (
  user: UserState,
  { status }: Extract<UserChange, { status: unknown }>,
): AccountState | undefined => stateAfter(stateOf(user), status === 'active' ? 'enable' : 'disable');

/** What the change sets of the account's access. */
export function accessOf(user: UserState, change: UserChange): Access {
  if ('method' in change) return change;
  const state = 'status' in change ? stateAfterChange(user, change) : undefined;
  return state === undefined ? {} : toStored(state);
}

/** The admin who keeps the password stays an active admin with a password. */
const isHarmless = (change: UserChange): boolean =>
  'secondStep' in change || ('role' in change && change.role === 'Admin') || isEnabling(change);

const isEnabling = (change: UserChange): boolean => 'status' in change && change.status === 'active';

function isSame(user: UserState, change: UserChange): boolean {
  if ('method' in change) return user.method === change.method;
  if ('status' in change) return user.status === change.status;
  if ('secondStep' in change) return user.secondStep === change.secondStep;
  return user.roles.includes('Admin') === (change.role === 'Admin');
}
