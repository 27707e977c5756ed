/** What a change takes away, and whether it can be taken back from its toast. */
import type { AccountSecondStep, User, UserChange } from '@app/contract/dashboard/users.ts';

import type { BulkResult } from './bulk-job.ts';
import type { BulkWork } from './bulk-kinds.ts';

/** What an account without its own second step has; undefined: not known. */
export type CompanyStep = Exclude<AccountSecondStep, 'company'> | undefined;

/** The safest first. */
const steps: readonly AccountSecondStep[] = ['always', 'unrecognised', 'off'];

/** Whether the account is asked for the code less often with the second step `is` than with `was`, or may be. */
function isWeaker(is: AccountSecondStep, was: AccountSecondStep, company: CompanyStep): boolean {
  if (is === was) return false;
  const [next, last] = [is, was].map((step) => (step === 'company' ? company : step));
  return next === undefined || last === undefined || steps.indexOf(next) > steps.indexOf(last);
}

/** Whether the change makes it easier to get in, or gives the account more power. */
const weakens = (user: User, change: UserChange, company: CompanyStep): boolean =>
  ('secondStep' in change && isWeaker(change.secondStep, user.secondStep, company)) ||
  ('role' in change && change.role === 'Admin' && user.role !== 'Admin');

/** Whether the work takes something away from one of them: a way in, a role, the code. Its button is red. */
export function takesAway(work: BulkWork, users: readonly User[], company: CompanyStep): boolean {
  if (work.kind !== 'change') return false;
  const { change } = work;
  if ('method' in change) return true;
  if ('status' in change) return change.status === 'disabled';
  if ('role' in change) return change.role !== 'Admin';
  return users.some((user) => isWeaker(change.secondStep, user.secondStep, company));
}

/** Whether something was done, or would be, for the account. */
export const wasChanged = ({ ok, reason }: BulkResult): boolean => ok && reason !== 'unchanged';

/** The change that takes a change back; undefined where the account would not be as before. */
function valueBefore(user: User, change: UserChange): UserChange | undefined {
  if ('role' in change) return { role: user.role };
  if ('secondStep' in change) return { secondStep: user.secondStep };
  // Enabling ended no session, so the account can be disabled again.
  if ('status' in change && change.status === 'active') return { status: 'disabled' };
  return undefined;
}

/**
 * The changes that undo the work, each with its accounts as they are after it. Undefined where the old state cannot be
 * restored: a session has ended, an email was sent. Undefined also where it would weaken the security of an account,
 * which must take more than one press.
 *
 * @param users as they were before it
 * @param results of the work, or of its preview
 */
export function undoOf(
  work: BulkWork,
  users: readonly User[],
  results: readonly BulkResult[],
  company: CompanyStep,
): readonly (readonly [UserChange, readonly User[]])[] | undefined {
  if (work.kind !== 'change') return undefined;
  const byId = new Map(results.map((result) => [result.id, result]));
  const changes = new Map<string, [UserChange, User[]]>();
  for (const user of users) {
    const result = byId.get(user.id);
    if (result === undefined || !wasChanged(result)) continue;
    const before = valueBefore(user, work.change);
    if (before === undefined || result.reason !== undefined || result.version === undefined) return undefined;
    const after: User = { ...user, ...work.change, version: result.version };
    if (weakens(after, before, company)) return undefined;
    const key = JSON.stringify(before);
    const [, group] = changes.get(key) ?? [before, []];
    changes.set(key, [before, [...group, after]]);
  }
  return [...changes.values()];
}
