/** What an open page remembers beside the auth state and the browser's storage: made once at start-up, and handed down. */
import type { Endpoint } from '@app/contract/calls/endpoint.ts';

import type { LinkMemory } from './link/link-from-address.ts';

/** A call that may be repeated: what the person asked for, and its Idempotency-Key. */
interface Asked {
  readonly asked: string;
  readonly key: string;
}

export interface PageMemory extends LinkMemory {
  /** The last call of each endpoint that got no answer, with the body to be sent again. */
  readonly unansweredCalls: Map<Endpoint, Asked & { readonly body: unknown }>;
  /** The same for calls whose key also survives a reload, and whose body is never stored. */
  readonly unansweredReloadSafeCalls: Map<Endpoint, Asked>;
  /** Whether the company of a domain signs in by single sign-on: asked once for each domain. */
  readonly ssoDomains: Map<string, Promise<boolean>>;
}

export const createPageMemory = (): PageMemory => ({
  unansweredCalls: new Map(),
  unansweredReloadSafeCalls: new Map(),
  ssoDomains: new Map(),
});
