/** A person's own profile (requirements §5). */
import type { DashboardFlow } from '#flows/dashboard/dashboard-flow.ts';
import { Refusal } from '#refusal.ts';
import { findOwnAccount } from '#store/dashboard/own-account.ts';

export const readAccount: DashboardFlow<'readAccount'> = async (_input, { actor }, deps) => {
  const found = await findOwnAccount(deps.store.relaxed, actor.account.id);
  if (found === undefined) throw new Refusal('sessionExpired');
  return found;
};
