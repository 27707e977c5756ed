/**
 * The three steps that replace a key without a lost sign-in: add the next one, which every process then knows; switch to
 * it; retire the old one when nothing is left that it made (docs/decisions/key-rotation.md). Each answers a new list of
 * keys and changes nothing else. The caller writes the file between them, and the processes take it up.
 */
import type { JsonWebKey } from 'node:crypto';
import { days, minutes } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';

import { takeUpTime } from '#security/saml/keys.ts';
import { derivingBytes, makeSecretJwk } from './keys.ts';
import { type KeyKind, type PlacedKey, placeKeys, type StoredKey } from './key-set.ts';

/** The change is not made. `message` says why in a sentence for the operator. */
export class KeyChangeRefused extends Error {}

export interface When {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** True: the operator knows that every process has the file, or that a key has leaked. */
  readonly atOnce: boolean;
}

/** What an old key is still needed for after the last process stopped using it: for how long, and why. */
const needed: Readonly<Record<KeyKind, { readonly time: number; readonly why: string }>> = {
  signing: {
    // A token is accepted by clocks that are a little behind, too.
    time: limits.accessTokenLifetime + limits.clockSkew,
    why: 'tokens that it signed are valid for 15 minutes',
  },
  pepper: { time: minutes(1), why: 'a sign-in at another process may still store a password with it' },
  secret: {
    time: limits.knownDeviceIdle,
    why: 'devices that it made known stay known for 90 days, and codes, waiting mails, kept answers and refresh tokens are shorter',
  },
  saml: {
    time: limits.ssoRequestLifetime + days(1),
    why: 'a sign-in that is under way may be encrypted for it, and a provider reads metadata daily',
  },
};

/**
 * Adds `fresh` as the next key of its kind. The first SAML key is in use immediately: nothing depends on one before.
 */
export function addKey(
  keys: readonly StoredKey[],
  kind: KeyKind,
  fresh: JsonWebKey,
  { now }: Pick<When, 'now'>,
): StoredKey[] {
  const mine = ofKind(keys, kind);
  const next = mine.find(({ stage }) => stage === 'next');
  if (next !== undefined)
    throw new KeyChangeRefused(
      `There is a next ${kind} key already: ${nameOf(next)}, added ${next.key.added}. Switch to it first.`,
    );
  const at = new Date(now).toISOString();
  const isFirst = kind === 'saml' && mine.length === 0;
  const entry: StoredKey = isFirst
    ? { ...fresh, added: at, usedFrom: at }
    : { ...fresh, stage: 'next', added: at };
  return [...withOwnSecret(keys, at), entry];
}

/** Makes the next key of a kind the one in use; the one before is old from now on. */
export function switchKey(keys: readonly StoredKey[], kind: KeyKind, { now, atOnce }: When): StoredKey[] {
  const mine = ofKind(keys, kind);
  const next = mine.find(({ stage }) => stage === 'next');
  const current = mine.find(({ stage }) => stage === 'current');
  if (next === undefined)
    throw new KeyChangeRefused(`There is no next ${kind} key to switch to. Add one first.`);
  const from = (Date.parse(next.key.added ?? '') || now) + takeUpTime;
  if (now < from && !atOnce)
    throw new KeyChangeRefused(
      `The next ${kind} key is too new. From ${new Date(from).toISOString()} on every process has had an hour to read ` +
        'the file; a process that does not know the key refuses what it makes. With --now the switch is made at once: ' +
        'say it when every process has read the file.',
    );
  const at = new Date(now).toISOString();
  const { stage: _, ...inUse } = next.key;
  const others = keys
    .filter((key) => key !== next.key)
    .map((key) => (key === current?.key ? { ...key, usedUntil: at } : key));
  return withOwnSecret([{ ...inUse, usedFrom: at }, ...others], at, derivingBytes(keys));
}

export interface Retired {
  readonly keys: StoredKey[];
  readonly removed: readonly string[];
  /** Why the others stay: a sentence for each. */
  readonly kept: readonly string[];
}

/**
 * Removes the old keys of a kind that nothing needs any more.
 *
 * @param inUse why an old key is still needed, by what the database says; undefined: it is not
 */
export function retireKeys(
  keys: readonly StoredKey[],
  kind: KeyKind,
  { now, atOnce }: When,
  inUse: (id: string) => string | undefined = () => undefined,
): Retired {
  const old = ofKind(keys, kind).filter(({ stage }) => stage === 'old');
  if (old.length === 0) throw new KeyChangeRefused(`There is no old ${kind} key: nothing can be removed.`);
  const removed = new Map<StoredKey, string>();
  const kept: string[] = [];
  const stamped = new Map<StoredKey, StoredKey>();
  for (const { key, kind: _, ...placed } of old) {
    const id = nameOf({ key, kind, ...placed });
    const since = Date.parse(key.usedUntil ?? '');
    // Files of older versions do not say when a key was replaced: it was before now.
    if (Number.isNaN(since)) stamped.set(key, { ...key, usedUntil: new Date(now).toISOString() });
    const until = (since || now) + takeUpTime + needed[kind].time;
    const reason = inUse(id);
    if (reason !== undefined) kept.push(`${id} stays: ${reason}`);
    else if (now < until && !atOnce)
      kept.push(`${id} stays until ${new Date(until).toISOString()}: ${needed[kind].why}.`);
    else removed.set(key, id);
  }
  return {
    keys: keys.filter((key) => !removed.has(key)).map((key) => stamped.get(key) ?? key),
    removed: [...removed.values()],
    kept,
  };
}

/** An id that no key of the kind has had: one above the highest number. */
export function nextId(keys: readonly StoredKey[], kind: KeyKind): string {
  const numbers = ofKind(keys, kind).map(({ key }) => Number(/-(\d+)$/.exec(key.kid ?? '')?.[1] ?? 0));
  return `${kind}-${Math.max(0, ...numbers) + 1}`;
}

/** The id by which a key is named to the operator. */
export const nameOf = ({ key, kind }: PlacedKey): string => key.kid ?? `${kind} key without an id`;

const ofKind = (keys: readonly StoredKey[], kind: KeyKind): PlacedKey[] =>
  placeKeys(keys).filter((placed) => placed.kind === kind);

/**
 * Older files derive secrets from their pepper. They get a separate key with the same bytes, so that another pepper
 * changes no secret, and processes with the older file derive the same.
 */
function withOwnSecret(
  keys: readonly StoredKey[],
  at: string,
  bytes: string | undefined = derivingBytes(keys),
): StoredKey[] {
  if (bytes === undefined || ofKind(keys, 'secret').some(({ stage }) => stage === 'current'))
    return [...keys];
  return [...keys, { ...makeSecretJwk('secret-1', bytes), added: at, usedFrom: at }];
}
