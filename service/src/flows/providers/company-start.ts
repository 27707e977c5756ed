/**
 * Starts single sign-on of a company without an address: by the company's start address, and after an unsolicited
 * answer, as a provider's tile sends it. Of such an answer only the company whose address it came to is used. Both lead
 * to our own login page, which starts the attempt in its browser; a signed-in person stays who they are.
 */
import { companyStartPage } from '@app/contract/pages/pages.ts';
import { withSupportCode } from '@app/contract/fields/support-code.ts';

import type { Call, Deps } from '#deps.ts';
import { canBeCompanyId, findProviderInUse } from '#store/accounts/saml-configurations.ts';

import { ssoLogins } from '#rate-limits/rate-limits.ts';
import { countTries } from '#rate-limits/rate-limiter.ts';
import { type AttemptLog, recordRefused, refused } from './sso-refusal.ts';

const hasProvider = async (companyId: string, deps: Deps): Promise<boolean> =>
  deps.keys.saml !== undefined && (await findProviderInUse(deps.store.relaxed, companyId)) !== undefined;

/** The page that starts single sign-on of the company. */
export async function openCompanyStart(companyId: string, call: Call, deps: Deps): Promise<string> {
  if (await hasProvider(companyId, deps)) return companyStartPage(companyId);
  await countTries(ssoLogins(call.client), deps, deps.clock());
  return refused(attemptAt('sso.init', 'start', companyId), 'sso-not-configured', noProvider, { call, deps });
}

/** Drops an answer without a request of ours, and starts a new request. */
export async function restartUnasked(companyId: string, call: Call, deps: Deps): Promise<string> {
  const at = attemptAt('sso.code', 'acs', companyId);
  if (!(await hasProvider(companyId, deps)))
    return refused(at, 'sso-not-configured', noProvider, { call, deps });
  recordRefused(at, 'dropped', ['samlUnasked', 'no request'], { call, deps });
  return withSupportCode(companyStartPage(companyId, true), call.requestId);
}

const noProvider = ['samlNotConfigured', 'no provider or no key'] as const;

const attemptAt = (
  step: AttemptLog['step'],
  address: AttemptLog['address'],
  companyId: string,
): AttemptLog => ({
  step,
  address,
  ...(canBeCompanyId(companyId) && { ofCompany: companyId }),
});
