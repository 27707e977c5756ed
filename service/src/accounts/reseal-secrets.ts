/** Seals the secrets of authenticator apps again after the key was switched, so that the old one can be retired. */
import type { Deps } from '#deps.ts';
import { openSecret, sealingKeyName, sealSecret } from '#security/factors/sealed-secret.ts';
import { findSealedByOthers, updateSealedSecret } from '#store/accounts/factors.ts';

/** Secrets of one turn: the next is an hour later, and an old key stays for 90 days. */
const batch = 500;

/** Resolves to how many were sealed again. A secret whose key is gone stays: nobody can open it. */
export async function resealSecrets({ store, keys }: Pick<Deps, 'store' | 'keys'>): Promise<number> {
  const old = await findSealedByOthers(store.relaxed, sealingKeyName(keys), batch);
  let sealed = 0;
  for (const row of old) {
    const secret = openSecret(keys, row.accountId, row.secret);
    if (secret === undefined) continue;
    await updateSealedSecret(store.relaxed, row, sealSecret(keys, row.accountId, secret));
    sealed += 1;
  }
  return sealed;
}
