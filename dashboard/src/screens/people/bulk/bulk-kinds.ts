/** The changes that can be made to many accounts together. */
import { roles, secondSteps, type User, type UserChange } from '@app/contract/dashboard/users.ts';
import { strategies } from '@app/contract/fields/vocabulary.ts';

export type BulkKind = 'method' | 'secondStep' | 'role' | 'disable' | 'enable' | 'signOut' | 'resend';

/** What is done, with the chosen value where there is one. */
export type BulkWork =
  | { readonly kind: 'change'; readonly change: UserChange }
  | { readonly kind: 'signOut' }
  | { readonly kind: 'resend' };

/** The values that an action asks for; the others ask for none. */
export const choices = {
  method: strategies,
  secondStep: secondSteps,
  role: roles,
} as const;

export const asksForValue = (kind: BulkKind): kind is keyof typeof choices => kind in choices;

/**
 * What is offered for these accounts: nothing that none of them could take.
 *
 * @param isOwn it is the admin's own account, whose access another admin changes
 */
export function actionsFor(users: readonly User[], isOwn = false): readonly BulkKind[] {
  if (isOwn) return ['secondStep'];
  const some = (status: User['status']): boolean => users.some((user) => user.status === status);
  return [
    'method',
    'secondStep',
    'role',
    ...(some('active') ? (['signOut'] as const) : []),
    ...(some('unconfirmed') ? (['resend'] as const) : []),
    ...(some('disabled') ? (['enable'] as const) : []),
    ...(users.some(({ status }) => status !== 'disabled') ? (['disable'] as const) : []),
  ];
}

/** @param value the chosen one, for an action that asks for it */
export function workOf(kind: BulkKind, value: string | undefined): BulkWork {
  if (kind === 'signOut' || kind === 'resend') return { kind };
  if (kind === 'disable' || kind === 'enable')
    return { kind: 'change', change: { status: kind === 'disable' ? 'disabled' : 'active' } };
  // A value of `choices`, which are those of the contract.
  return { kind: 'change', change: { [kind]: value } as unknown as UserChange };
}
