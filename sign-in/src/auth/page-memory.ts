/** The memory of an open page, besides the auth state and the browser's storage: created once at start-up. */
import type { Endpoint } from '@app/contract/calls/endpoint.ts';

import type { LinkMemory } from './link/link-from-address.ts';

export interface PageMemory extends LinkMemory {
  /** The last call of each endpoint without an answer: what the person requested, its Idempotency-Key and its body. */
  readonly unansweredCalls: Map<
    Endpoint,
    { readonly asked: string; readonly key: string; readonly body: unknown }
  >;
  /** Whether the company of a domain uses single sign-on: requested once for each domain. */
  readonly ssoDomains: Map<string, Promise<boolean>>;
}

export const createPageMemory = (): PageMemory => ({
  unansweredCalls: new Map(),
  ssoDomains: new Map(),
});
