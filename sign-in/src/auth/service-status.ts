/** The health of the configured services (requirements §4 "Status"), as the auth service finds it. */
import * as limits from '@app/contract/fields/limits.ts';
import { serviceHealth, serviceHealthPath, type ServiceHealth } from '@app/contract/calls/service-health.ts';
import { outcomeOf, request, type Outcome } from '@app/session/calls/request.ts';

/**
 * Asks once. Never throws; an answer that cannot be read is a failure of the service.
 *
 * @param authUrl the base of every call
 */
export async function checkServiceHealth(
  authUrl: string,
  signal?: AbortSignal,
): Promise<Outcome<ServiceHealth>> {
  const timer = AbortSignal.timeout(limits.callTimeout);
  const received = await request(authUrl.replace(/\/+$/, '') + serviceHealthPath, {
    headers: { accept: 'application/json' },
    credentials: 'omit',
    cache: 'no-store',
    signal: signal ? AbortSignal.any([timer, signal]) : timer,
  });
  const outcome = await outcomeOf(received, { answer: serviceHealth, audience: 'anyone' });
  return outcome as Outcome<ServiceHealth>;
}
