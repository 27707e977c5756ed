/** The services that the sign-in steps use. They are arguments, so a test passes its own network and clock. */
import type { ClientType, Platform } from '@app/contract/fields/vocabulary.ts';
import type { Client } from '@app/session/calls/client.ts';
import type { OtherTabs } from '@app/session/pages/other-tabs.ts';
import type { StoredValues } from '@app/session/stored/stored-values.ts';

import type { AppConfig } from '#config.ts';
import type { AuthEvent } from './auth-state.ts';
import type { PageMemory } from './page-memory.ts';
import type { StoredChallenge } from './password/stored-challenge.ts';
import type { LoadScript } from './password/risk-data.ts';

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
