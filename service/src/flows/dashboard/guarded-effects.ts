/**
 * Which changes ask for a recent sign-in (docs/decisions/recent-sign-in.md). The rule is about the effect and not about the
 * call: `adminChange` asks it for every entry of the audit log, so that no call can forget it.
 */
import type { AuditAction } from '@app/contract/dashboard/audit-actions.ts';
import * as limits from '@app/contract/fields/limits.ts';

import type { DashboardCall, Deps } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import type { AuditEntry } from '#store/dashboard/audit-log.ts';

type Effect = Pick<AuditEntry, 'action' | 'before' | 'after'>;

/**
 * The changes that weaken, remove or replace nobody's way to sign in. Every other one, also a future one, needs a
 * recent sign-in.
 */
const harmless: { readonly [Action in AuditAction]?: (effect: Effect) => boolean } = {
  // It signs nobody in.
  samlTested: () => true,
  invited: ({ after }) => after?.role !== 'Admin',
  invitationResent: ({ after }) => after?.role !== 'Admin',
  // Nothing is stricter.
  secondStepChanged: ({ after }) => after?.secondStep === 'always',
};

export const needsRecentSignIn = (effect: Effect): boolean => !harmless[effect.action]?.(effect);

/** Throws `Refusal('reauthenticationRequired')` if the person's last proof is older than `limits.recentSignIn`. */
export function requireRecentSignIn({ actor }: DashboardCall, { clock }: Deps): void {
  if (clock() - actor.authenticatedAt > limits.recentSignIn) throw new Refusal('reauthenticationRequired');
}
