/** The services that the sign-in steps use. They are arguments, so a test passes its own network and clock. */
import type { ClientType, Platform } from '@app/contract/fields/vocabulary.ts';
import type { Client } from '@app/session/calls/client.ts';
import type { OtherTabs } from '@app/session/pages/other-tabs.ts';
import type { StoredValues } from '@app/session/stored/stored-values.ts';
import type { Endpoint } from '@app/contract/calls/endpoint.ts';
import { loadChunk } from '@app/session/pages/load-chunk.ts';

import type { AppConfig } from '#config.ts';
import type { AuthEvent } from './auth-state.ts';
import type { StoredChallenge } from './password/stored-challenge.ts';
import type { LoadScript } from './password/risk-data.ts';
import type { LinkMemory } from '#auth/link/link-from-address.ts';

export interface AuthServices {
  readonly client: Client;
  /** The stored session; its code is loaded at the first call. Rejects when that fails. */
  readonly stored: () => Promise<StoredValues>;
  readonly challenge: StoredChallenge;
  readonly otherTabs: OtherTabs;
  readonly memory: PageMemory;
  readonly config: AppConfig;
  /** The platform that the person comes from (requirements §4 "Platform"). */
  readonly platform: Platform;
  /** What the app runs in, sent with a sign-in. */
  readonly clientType: ClientType;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Finishes the return from Google or a company's sign-in page, when it opened the page. */
  readonly finishProviderReturn?: ((deps: AuthDeps) => Promise<void>) | undefined;
  /** Replaces the loading of the risk-data script. */
  readonly loadRiskData?: LoadScript;
}

export interface AuthDeps extends AuthServices {
  readonly dispatch: (event: AuthEvent) => void;
}

export interface PageMemory extends LinkMemory {
  /** The last call of each endpoint without an answer: what the person requested, its Idempotency-Key and its body. */
  readonly unansweredCalls: Map<
    Endpoint,
    { readonly asked: string; readonly key: string; readonly body: unknown }
  >;
  /** Whether the company of a domain uses single sign-on: requested once for each domain. */
  readonly ssoDomains: Map<string, Promise<boolean>>;
  /** Ends the offer of passkeys, or the addition of one: a browser takes one request at a time. */
  passkeys?: AbortController;
  /** What was typed in this page last, to sign in. */
  typed?: 'password' | 'code' | 'nothing';
  /** Of the session that this page has opened: it is stored nowhere. */
  accessToken?: string;
}

/** The memory of an open page, besides the auth state and the browser's storage: created once at start-up. */
export const createPageMemory = (): PageMemory => ({
  unansweredCalls: new Map(),
  ssoDomains: new Map(),
});

/**
 * Returns a function that opens the stored values of this page once (spec §3). Their code is loaded at the first call: a
 * visit that stores nothing does not need it.
 */
export function openStoredValues({
  cookieDomain,
}: Pick<AppConfig, 'cookieDomain'>): () => Promise<StoredValues> {
  let opened: Promise<StoredValues> | undefined;
  const open = async (): Promise<StoredValues> => {
    const { createStoredValues } = await loadChunk(() => import('@app/session/stored/stored-values.ts'));
    return createStoredValues({ cookieDomain });
  };
  return () => (opened ??= open());
}
