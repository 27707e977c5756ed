/** Adds an attempt that opened no session to the sign-in log, after its call (docs/decisions/sign-in-log.md). */
import { supportCodeOf } from '@app/contract/fields/support-code.ts';

import type { Call, Deps } from '#deps.ts';
import type { Attempt } from '#store/sign-in/attempt-log.ts';

/** What is told of an attempt; the rest is the call's. */
export type AttemptFacts = Pick<Attempt, 'kind' | 'outcome'> &
  Partial<Pick<Attempt, 'method' | 'reason' | 'detail' | 'email' | 'accountId' | 'companyId'>>;

/** Never waits, and never throws. */
export function recordAttempt(
  { kind, outcome, method, reason, detail, email, accountId, companyId }: AttemptFacts,
  call: Pick<Call, 'client' | 'platform' | 'requestId'>,
  deps: Pick<Deps, 'store' | 'clock' | 'metrics'>,
): void {
  if (kind === 'signedIn' && method !== undefined) deps.metrics.signedIn({ method, outcome, reason });
  deps.store.attempts.add({
    kind,
    outcome,
    method,
    reason,
    detail,
    email,
    accountId,
    companyId,
    // A mailed device link has a code, too.
    supportCode: outcome === 'challenged' ? undefined : supportCodeOf(call.requestId),
    client: call.client,
    platform: call.platform,
    at: deps.clock(),
  });
}
