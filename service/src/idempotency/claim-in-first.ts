import type { Once } from '#deps.ts';
import type { NewClaim } from '#store/idempotency.ts';

import { KeyIsThere } from './key-is-there.ts';

/**
 * Lets the first run of `statement` claim the call's Idempotency-Key. Throws `KeyIsThere` if it resolves to undefined:
 * the claim was not made, because the call repeats another one.
 */
export function claimInFirst<T>(
  once: Once | undefined,
  statement: (claim: NewClaim | undefined) => Promise<T | undefined>,
): () => Promise<T> {
  let claim = once?.claim;
  return async () => {
    const result = await statement(claim?.row);
    if (result === undefined) throw new KeyIsThere();
    claim?.made();
    claim = undefined;
    return result;
  };
}
