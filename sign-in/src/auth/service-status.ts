/** The health of the configured services (requirements §4 "Status"), as the auth service finds it. */
import { limits } from '@app/contract/fields/limits.ts';
import { serviceHealth, serviceHealthPath, type ServiceHealth } from '@app/contract/calls/service-health.ts';
import { failureOf, type Failure } from '@app/session/calls/failure.ts';
import * as v from 'valibot';

/**
 * Asks once. Never throws; an answer that cannot be read is a fault of ours.
 *
 * @param authUrl the base of every call
 */
export async function checkServiceHealth(
  authUrl: string,
  signal?: AbortSignal,
): Promise<{ readonly health: ServiceHealth } | { readonly failure: Failure }> {
  try {
    const timer = AbortSignal.timeout(limits.callTimeout);
    const answer = await fetch(authUrl.replace(/\/+$/, '') + serviceHealthPath, {
      headers: { accept: 'application/json' },
      credentials: 'omit',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([timer, signal]) : timer,
    });
    const text = await answer.text();
    const read = answer.ok ? v.safeParse(serviceHealth, parsed(text)) : undefined;
    if (read?.success) return { health: read.output };
    const { status, headers } = answer;
    const failure = failureOf(
      { status, retryAfter: headers.get('retry-after'), body: parsed(text) },
      [],
      Date.now(),
    );
    return { failure };
  } catch {
    return { failure: { kind: 'network' } };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
