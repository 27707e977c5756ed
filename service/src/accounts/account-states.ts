/** The states of an account, and what each change makes of them: the one table that every call follows. */
import type { AccountStatus } from '#store/connection/database.ts';

/** `invitedDisabled`: disabled before anyone confirmed it. */
export type AccountState = 'invited' | 'active' | 'disabled' | 'invitedDisabled';

/**
 * `confirm`: its owner accepts the invitation, by a password or a first sign-in. `renew`: its owner or an admin replaces
 * the password. `enable` and `disable` are an admin's.
 */
export type StateChange = 'confirm' | 'renew' | 'enable' | 'disable';

/** Only its owner confirms an account, so no admin's change makes one active that nobody has confirmed. */
const next: Readonly<Record<AccountState, Readonly<Partial<Record<StateChange, AccountState>>>>> = {
  invited: { confirm: 'active', disable: 'invitedDisabled' },
  active: { renew: 'active', disable: 'disabled' },
  disabled: { enable: 'active' },
  invitedDisabled: { enable: 'invited' },
};

export const accountStates = Object.keys(next) as readonly AccountState[];

/** The state after the change, or undefined if the change is not possible. */
export const stateAfter = (state: AccountState, change: StateChange): AccountState | undefined =>
  next[state][change];

/** What the database has of a state: `unproven` counts only for a disabled account. */
export interface StoredState {
  readonly status: AccountStatus;
  readonly unproven?: boolean;
}

const stored: Readonly<Record<AccountState, Required<StoredState>>> = {
  invited: { status: 'unconfirmed', unproven: false },
  active: { status: 'active', unproven: false },
  disabled: { status: 'disabled', unproven: false },
  invitedDisabled: { status: 'disabled', unproven: true },
};

export const toStored = (state: AccountState): Required<StoredState> => stored[state];

export function stateOf({ status, unproven = false }: StoredState): AccountState {
  if (status === 'unconfirmed') return 'invited';
  if (status === 'active') return 'active';
  return unproven ? 'invitedDisabled' : 'disabled';
}
