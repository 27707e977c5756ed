/** The memory of an open page, besides the auth state and the browser's storage: created once at start-up. */
import type { Endpoint } from '@app/contract/calls/endpoint.ts';

import type { LinkMemory } from './link/link-from-address.ts';

/** A call that may be repeated: what the person requested, and its Idempotency-Key. */
interface Asked {
  readonly asked: string;
  readonly key: string;
}

export interface PageMemory extends LinkMemory {
  /** The last call of each endpoint without an answer, with the body to send again. */
  readonly unansweredCalls: Map<Endpoint, Asked & { readonly body: unknown }>;
  /** The last call without an answer whose key survives a reload; its body is not stored. */
  readonly unansweredReloadSafeCalls: Map<Endpoint, Asked>;
  /** Whether the company of a domain uses single sign-on: requested once for each domain. */
  readonly ssoDomains: Map<string, Promise<boolean>>;
}

export const createPageMemory = (): PageMemory => ({
  unansweredCalls: new Map(),
  unansweredReloadSafeCalls: new Map(),
  ssoDomains: new Map(),
});
