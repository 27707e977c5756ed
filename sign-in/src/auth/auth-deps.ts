/** What a sign-in story may touch. Everything comes in as an argument, so a test hands in its own network and clock. */
import type { ClientType, Platform } from '@app/contract/fields/vocabulary.ts';
import type { Client } from '@app/session/calls/client.ts';
import type { StoredValues } from '@app/session/stored/stored-values.ts';

import type { AppConfig } from '#config.ts';
import type { AuthEvent } from './auth-state.ts';
import type { StoredChallenge } from './password/stored-challenge.ts';
import type { LoadScript } from './password/risk-data.ts';

export interface AuthServices {
  readonly client: Client;
  /** What is stored of a session; loaded with the first need of it. Rejects when it cannot be had. */
  readonly stored: () => Promise<StoredValues>;
  readonly challenge: StoredChallenge;
  readonly config: AppConfig;
  /** The app that the person comes from (requirements §4 "Platform"). */
  readonly platform: Platform;
  /** What the app runs in, sent with a sign-in. */
  readonly clientType: ClientType;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Replaces the loading of the risk-data script. */
  readonly loadRiskData?: LoadScript;
}

export interface AuthDeps extends AuthServices {
  readonly dispatch: (event: AuthEvent) => void;
}
