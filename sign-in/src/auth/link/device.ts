/** Makes a device known to its account (extension): requests the email and uses its link. No React. */
import { accountEndpoints } from '@app/contract/calls/account-endpoints.ts';
import * as limits from '@app/contract/fields/limits.ts';
import type { Failure } from '@app/session/calls/failure.ts';

import { callIdempotently } from '#auth/idempotency/idempotent-call.ts';
import type { AuthDeps } from '#auth/auth-deps.ts';
import type { MailedLink } from './link-from-address.ts';
import { collectRiskData } from '#auth/password/risk-data.ts';

/**
 * Requests the link by email. Success does not mean that an account exists: the answer is the same for every address.
 */
export async function sendDeviceLink(deps: AuthDeps, email: string): Promise<Failure | undefined> {
  const outcome = await callIdempotently(
    deps,
    accountEndpoints.sendDeviceLink,
    { asked: email, email },
    () => ({
      email,
    }),
  );
  return outcome.ok ? undefined : outcome.failure;
}

/** Makes this browser known to the account of the link. It waits for the risk data, which identifies the browser. */
export async function confirmDevice(
  deps: AuthDeps,
  { email, token }: MailedLink,
): Promise<Failure | undefined> {
  const contextData = await collectRiskData(deps.config, {
    platform: deps.platform,
    wait: limits.callTimeout,
    ...(deps.loadRiskData && { load: deps.loadRiskData }),
  });
  const asked = JSON.stringify([email, token, contextData]);
  const outcome = await callIdempotently(deps, accountEndpoints.confirmDevice, { asked }, () => ({
    email,
    code: token,
    ...(contextData && { contextData }),
  }));
  return outcome.ok ? undefined : outcome.failure;
}
