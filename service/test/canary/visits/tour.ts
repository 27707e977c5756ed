/** The tour of the whole service: every call, page and form, as people, providers and hostile clients make them. */
import type { CanaryService } from '#test/canary/canary-service.ts';

import { visitAccounts } from './accounts.ts';
import { visitBrokenCalls, visitBrokenDashboardCalls } from './broken-calls.ts';
import { signInAdmin, visitDashboard } from './dashboard.ts';
import { visitPasskeys } from './passkeys.ts';
import { visitIntakes, visitPages } from './pages.ts';
import { visitGoogle, visitSingleSignOn } from './providers.ts';

export async function visitEverything(canary: CanaryService): Promise<void> {
  await visitAccounts(canary);
  await visitPasskeys(canary);
  await visitGoogle(canary);
  await visitSingleSignOn(canary);
  await visitDashboard(canary);
  await visitPages(canary);
  await visitIntakes(canary);
  const admin = await signInAdmin(canary, canary.deps.company.id);
  await visitBrokenCalls(canary);
  await visitBrokenDashboardCalls(canary, admin);
}
