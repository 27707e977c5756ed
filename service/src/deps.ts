/** The dependencies of the flows. A flow uses nothing else of the process, the machine or the clock. */
import type { Logger } from 'pino';
import type { EndpointName, Endpoints, Input, WireAnswer } from '@app/contract/calls/endpoints.ts';
import type { Language, Platform } from '@app/contract/fields/vocabulary.ts';

import type { Settings } from './settings/config.ts';
import type { BreachedPasswords } from './gateways/breached-passwords.ts';
import type { GoogleKeys } from './gateways/google-keys.ts';
import type { TxtRecords } from './gateways/txt-records.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Keys } from './security/tokens/keys.ts';
import type { PasswordStrength } from './security/passwords/password-strength.ts';
import type { Passwords } from './security/passwords/passwords.ts';
import type { Actor } from './store/dashboard/actor.ts';
import type { SealedAnswer } from './store/idempotency.ts';
import type { Store } from './store/store.ts';

export interface Deps {
  readonly settings: Settings;
  readonly store: Store;
  readonly keys: Keys;
  readonly passwords: Passwords;
  readonly passwordStrength: PasswordStrength;
  /** Passwords from data breaches; undefined as `settings.breachedPasswordsUrl` is. */
  readonly breachedPasswords: BreachedPasswords | undefined;
  /** The keys that Google signs with; undefined as `settings.google` is. */
  readonly googleKeys: GoogleKeys | undefined;
  /** The DNS, for the domains that companies claim. */
  readonly txtRecords: TxtRecords;
  /** Milliseconds since the epoch. Tests replace it; no flow reads the machine's clock. */
  readonly clock: () => number;
  /** Tells the mail worker that the outbox has something new. Never waits for the email. */
  readonly wakeMailWorker: () => void;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Who is calling, as far as the service believes it. */
export interface Call {
  /** The client for limits: an IPv4 address, or the /64 of an IPv6 address. */
  readonly client: string;
  /** The platform of `x-origin`; 'authentication-ui' where it is missing or unknown. */
  readonly platform: Platform;
  /** The caller's language, for emails to a person who has no account yet. */
  readonly language: Language;
  /** The region of the browser's language, ISO 3166-1 alpha-2; missing: it names none. */
  readonly country?: string | undefined;
  /** The `User-Agent`, for the list of the person's own sessions; cut to `limits.userAgentMax`. */
  readonly userAgent: string | undefined;
  readonly requestId: string;
  readonly log: Logger;
  /** SHA-256 of the call's name and Idempotency-Key, for a call whose answer is derived again instead of stored. */
  readonly repeatId?: Buffer;
  /** With an Idempotency-Key: stores the answer for a repeat, in the statement of the call's own change. */
  readonly once?: Once;
}

/** The origin of a change in the sign-in log. */
export type CallOrigin = Pick<Call, 'client' | 'platform'>;

/** The Idempotency-Key of a call, for its flow. */
export interface Once {
  /**
   * Seals the answer for the holder of the key, to store it together with the change that it reports.
   *
   * @param stored what is stored in its place (`withTokens`)
   */
  sealAnswer(answer: unknown, stored?: unknown): SealedAnswer;
  /** SHA-256 of the call's name and key: identifies the call in its own rows. */
  readonly id: Buffer;
  /** Keeps the key's claim: call it between the parts of a call that takes longer than a few seconds. */
  renew(): Promise<void>;
}

/** A call whose actor was found in the database. In an admin's call the actor is an admin of the company. */
export interface DashboardCall extends Call {
  readonly actor: Actor;
}

type CallOf<Name extends EndpointName> = Endpoints[Name]['audience'] extends 'anyone' ? Call : DashboardCall;

/** A flow: the checked input in, the answer as the wire writes it out, or a `Refusal` thrown. */
export type Flow<Name extends EndpointName> = (
  input: Input<Name>,
  call: CallOf<Name>,
  deps: Deps,
) => Promise<WireAnswer<Name>>;

/** One flow for every call of the contract: a call without one does not compile. */
export type Flows = { readonly [Name in EndpointName]: Flow<Name> };

export interface CsvFile {
  readonly fileName: string;
  /** The text in pieces. The next is made when the one before was sent, so a file of any length needs little memory. */
  readonly pieces: AsyncIterable<string>;
}

/** What answers a list as a CSV file. */
export type CsvFlow<Name extends EndpointName> = (
  input: Input<Name>,
  call: CallOf<Name>,
  deps: Deps,
) => Promise<CsvFile>;
