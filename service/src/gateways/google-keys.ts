/** Fetches and caches the public keys of Google, or of the configured OpenID issuer (RFC 7517). */
import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import { hours, minutes, seconds } from '@app/contract/fields/durations.ts';

import { toldWork } from '#work-channel.ts';

import { askBounded } from './bounded-answer.ts';

export interface GoogleKeys {
  /**
   * The public key with an id, or undefined if the issuer has none. Rejects with `GoogleKeysUnavailable` if the issuer
   * cannot be reached and no keys are cached.
   */
  find(kid: string): Promise<KeyObject | undefined>;
}

/** The keys could not be fetched. `message` is the reason, for the log. */
export class GoogleKeysUnavailable extends Error {}

/** How long cached keys are used without a fetch, and how long at most while the issuer is down (threat B4). */
const kept = { usually: minutes(10), atMost: hours(24) };
/** The time between two fetches for an unknown id, and after a failed fetch while keys are cached. */
const refetchWait = seconds(30);
const timeout = seconds(3);
/** The largest accepted answer, in bytes; Google's has less than two thousand. */
const sizeMax = 64 * 1024;
/** Bits (threat C8). */
const modulusMin = 2048;

type KeySet = ReadonlyMap<string, KeyObject>;

/** Fetches nothing yet: the first look-up does. `url` is the issuer's `jwks_uri`; `clock` in milliseconds. */
export function createGoogleKeys({
  url,
  clock,
  log,
}: {
  url: string;
  clock: () => number;
  log: Logger;
}): GoogleKeys {
  let keys: KeySet | undefined;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    askedAt = clock();
    try {
      keys = await toldWork(
        () => ({ kind: 'request', name: 'fetch keys of Google' }),
        () => fetchKeys(url),
      );
      fetchedAt = askedAt;
    } catch (error) {
      const reason = reasonOf(error);
      log.warn({ reason }, 'the keys of Google could not be fetched');
      if (keys === undefined || clock() - fetchedAt >= kept.atMost) throw new GoogleKeysUnavailable(reason);
    }
  }

  /** Parallel callers share one fetch. */
  const refresh = (): Promise<void> => (asking ??= ask().finally(() => (asking = undefined)));

  return {
    async find(kid) {
      const age = clock() - fetchedAt;
      const askedLately = clock() - askedAt < refetchWait;
      const usable = age < kept.usually || (askedLately && age < kept.atMost);
      const known = keys?.has(kid) ?? false;
      // A call during a fetch waits for that fetch.
      if (!usable || (!known && (!askedLately || asking !== undefined))) await refresh();
      return keys?.get(kid);
    },
  };
}

/** Throws if the answer has no usable keys. */
const fetchKeys = async (url: string): Promise<KeySet> =>
  readKeys(await askBounded(url, { headers: { accept: 'application/json' }, timeout, sizeMax }));

/** The RSA signing keys of a set. An empty result is an error, as it would prevent every sign-in. */
function readKeys(text: string): KeySet {
  const set = JSON.parse(text) as unknown;
  const entries =
    typeof set === 'object' && set !== null && 'keys' in set && Array.isArray(set.keys)
      ? (set.keys as unknown[])
      : [];
  const keys = new Map<string, KeyObject>();
  for (const entry of entries) {
    const jwk = typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : {};
    const key = toKey(jwk);
    if (key !== undefined && typeof jwk['kid'] === 'string') keys.set(jwk['kid'], key);
  }
  if (keys.size === 0) throw new Error('the answer has no RSA key that signs');
  return keys;
}

function toKey(jwk: Record<string, unknown>): KeyObject | undefined {
  if (jwk['kty'] !== 'RSA' || (jwk['use'] ?? 'sig') !== 'sig' || (jwk['alg'] ?? 'RS256') !== 'RS256')
    return undefined;
  try {
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
    return (key.asymmetricKeyDetails?.modulusLength ?? 0) >= modulusMin ? key : undefined;
  } catch {
    return undefined;
  }
}

/** The cause of an error: `fetch failed` on its own does not explain it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message.slice(0, 120);
  return error.message.slice(0, 120);
}
