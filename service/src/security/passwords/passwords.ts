/** Hashes and verifies passwords (threat A11): argon2id over the peppered NFKC form, in a bounded queue. */
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash as argon2Hash, hashSync as argon2HashSync, verify as argon2Verify } from '@node-rs/argon2';
import type { FieldProblem } from '@app/contract/fields/fields.ts';
import * as limits from '@app/contract/fields/limits.ts';

import { Refusal } from '#refusal.ts';
import { toldWork } from '#work-channel.ts';
import { hmac } from '#security/tokens/handles.ts';
import type { Keys } from '#security/tokens/keys.ts';
import { costOf, isWeaker, type PasswordCost, passwordCost } from './password-phc.ts';
import { createConcurrencyLimit } from '#security/queues/concurrency-limit.ts';

/** A password as the database stores it. */
export interface StoredPassword {
  /** PHC string. */
  readonly hash: string;
  /** The id of its pepper; null for none. */
  readonly keyId: string | null;
}

export interface Verdict {
  readonly ok: boolean;
  /** The password was right, but its hash is weaker than today's or lacks today's pepper: store a new hash. */
  readonly rehash: boolean;
}

export interface Passwords {
  /**
   * The hash of a new password. Throws `Refusal('invalid')` for one that is too short, too long or not text, and
   * `Refusal('overloaded')` when too many wait.
   */
  hash(password: string): Promise<StoredPassword>;
  /**
   * The hash of a password that was just verified, of any length: an account can be older than the rules for new
   * passwords, and a stronger hash must not lock out its owner.
   */
  rehash(password: string): Promise<StoredPassword>;
  /**
   * Compares a password with the stored hash. Without an account (undefined) it takes as long as with one (threat A5)
   * and returns no match. Throws `Refusal('overloaded')` when too many wait.
   */
  verify(password: string, stored: StoredPassword | undefined): Promise<Verdict>;
}

/**
 * `concurrency` hashes run at the same time (one per core) and `queue` more wait; the rest is refused with 503 and
 * Retry-After. `today` is the cost of new hashes; a stored hash below it is weak.
 */
export function createPasswords({
  keys,
  today = passwordCost,
  concurrency = availableParallelism(),
  queue = 64,
}: {
  keys: Keys;
  today?: PasswordCost;
  concurrency?: number;
  queue?: number;
}): Passwords {
  const turns = createConcurrencyLimit(concurrency, queue, 1);
  const dummy = argon2HashSync(randomBytes(32), today);

  const rehash = async (password: string): Promise<StoredPassword> => {
    // Read once: the key set can be replaced before the hash is there, and a wrong key id would lock the owner out.
    const { pepper } = keys;
    const hash = await turns.run(() =>
      toldWork(
        () => ({ kind: 'hash', name: 'hash password' }),
        () => argon2Hash(peppered(password, pepper?.key), today),
      ),
    );
    return { hash, keyId: pepper?.id ?? null };
  };

  return {
    rehash,
    async hash(password) {
      const problem = passwordProblem(password);
      if (problem) throw new Refusal('invalid', { fields: { password: [problem] } });
      return rehash(password);
    },
    async verify(password, stored) {
      const { hash, keyId } = stored ?? { hash: dummy, keyId: keys.pepper?.id ?? null };
      const cost = costOf(hash);
      const pepper = keyId === null ? undefined : keys.peppers.get(keyId);
      // No password can match: hostile parameters (threat A11), or a pepper that is no longer in the key set.
      if (cost === undefined || (keyId !== null && pepper === undefined)) return { ok: false, rehash: false };
      const right = await turns.run(() =>
        toldWork(
          () => ({ kind: 'hash', name: 'compare password' }),
          () => argon2Verify(hash, peppered(password, pepper)),
        ),
      );
      const ok = right && stored !== undefined;
      return { ok, rehash: ok && (isWeaker(cost, today) || keyId !== (keys.pepper?.id ?? null)) };
    },
  };
}

/**
 * The problem with a new password's length, counted in code points after NFKC (spec §9, threat A11), or undefined.
 */
export function passwordProblem(password: string): FieldProblem | undefined {
  // Half a surrogate pair would be written as U+FFFD, and two different passwords would become one.
  if (!password.isWellFormed()) return 'is_invalid';
  const length = [...password.normalize('NFKC')].length;
  if (length < limits.passwordMin) return 'is_too_short';
  if (length > limits.passwordMax) return 'is_too_long';
  return undefined;
}

/**
 * HMAC adds the pepper and gives argon2 an input of fixed length, without truncating a long password. As base64,
 * because the hash library refuses bytes that are not UTF-8.
 */
function peppered(password: string, pepper: Buffer | undefined): string {
  const text = password.normalize('NFKC');
  return pepper === undefined ? text : hmac(pepper, text).toString('base64');
}
