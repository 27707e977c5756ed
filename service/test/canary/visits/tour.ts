/** The tour of the whole service: every call, page and form, as people, providers and hostile clients make them. */
import type { CanaryService } from '#test/canary/canary-service.ts';

import { visitAccounts, callOf } from './accounts.ts';
import { visitBrokenCalls, visitBrokenDashboardCalls } from './broken-calls.ts';
import { signInAdmin, visitDashboard } from './dashboard.ts';
import { visitIntakes, visitPages } from './pages.ts';
import { visitGoogle, visitSingleSignOn } from './providers.ts';
import { givePasskey, passkeyBody, passkeyLinkTo } from '#test/passkeys/passkey-driver.ts';
import { createAccount } from '#test/setup/test-deps.ts';

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

async function visitPasskeys(canary: CanaryService): Promise<void> {
  const { deps, secrets } = canary;
  const passkey = await givePasskey(deps, (await createAccount(deps)).id);
  await callOf(canary, 'startPasskeySignIn', {});
  const body = await passkeyBody(deps, passkey);
  secrets.learn('signature of a passkey', body.credential.response.signature);
  secrets.learn('client data of a passkey', body.credential.response.clientDataJSON);
  await callOf(canary, 'signInWithPasskey', body);
  const { email, token: confirmationCode } = await passkeyLinkTo(deps, await createAccount(deps));
  await canary.learnFromMails();
  await callOf(canary, 'removePasskeyByLink', { email, confirmationCode });
}
