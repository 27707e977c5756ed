/**
 * The secret of an authenticator app, sealed for its account. Unlike what else is sealed it is kept for years, so the
 * database has the name of the key: housekeeping seals it again before an old key is retired.
 */
import { hashHandle } from '#security/tokens/handles.ts';
import type { Keys } from '#security/tokens/keys.ts';
import { seal, unseal } from '#security/tokens/sealing.ts';

const purpose = 'authenticator';
const setupPurpose = 'authenticator setup';

/** The name of the key in use, which tells nothing of it. */
export const sealingKeyName = (keys: Keys): string =>
  hashHandle(keys.secret(purpose).toString('base64url')).toString('base64url').slice(0, 16);

/** Seals the secret for an account: it cannot be opened for another one. */
export const sealSecret = (
  keys: Keys,
  accountId: string,
  secret: Uint8Array,
): { secret: Buffer; sealedBy: string } => ({
  secret: seal(keys.secret(purpose), Buffer.from(secret).toString('base64'), accountId),
  sealedBy: sealingKeyName(keys),
});

/** The secret, or undefined if the key that sealed it is gone. */
export function openSecret(keys: Keys, accountId: string, sealed: Uint8Array): Buffer | undefined {
  for (const key of keys.secrets(purpose)) {
    const text = unseal(key, sealed, accountId);
    if (text !== undefined) return Buffer.from(text, 'base64');
  }
  return undefined;
}

/** A new secret on its way to an app and back with its first code, so that nothing has to be stored before. */
export interface Setup {
  readonly secret: Buffer;
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** What led to it: a temporary pass, which is used up by it, or a mailed code that is still enough. */
  readonly by?: Buffer | 'mail' | undefined;
}

/** @param of what it belongs to: an account, or a challenge of a sign-in */
export const sealSetup = (keys: Keys, of: string, { secret, until, by }: Setup): string =>
  seal(
    keys.secret(setupPurpose),
    [until, secret.toString('base64'), ...(by ? [by === 'mail' ? by : by.toString('base64')] : [])].join(' '),
    of,
  ).toString('base64url');

/** The challenge of a passkey that is made instead: as random as the secret, and good as long as the set-up. */
export const challengeOfSetup = (sealed: string): Buffer => hashHandle(sealed);

/** Undefined if it was not sealed for the same. */
export function openSetup(keys: Keys, of: string, sealed: string): Setup | undefined {
  for (const key of keys.secrets(setupPurpose)) {
    const [until, secret, by] = unseal(key, Buffer.from(sealed, 'base64url'), of)?.split(' ') ?? [];
    if (until !== undefined && secret !== undefined)
      return {
        until: Number(until),
        secret: Buffer.from(secret, 'base64'),
        by: by === undefined || by === 'mail' ? by : Buffer.from(by, 'base64'),
      };
  }
  return undefined;
}
