/**
 * The address that was typed at the start of a single sign-on, for the sign-in log of its company: a failure names the
 * person also where the provider's answer cannot be read. It goes through the start address and is stored sealed in the
 * database, so no log and no backup has it in plain text, and nobody can name another person.
 */
import type { Keys } from '#security/tokens/keys.ts';
import { seal, unseal } from '#security/tokens/sealing.ts';

/** The longest address of RFC 5321, sealed and in base64url. */
const longest = 512;
const purpose = 'sso start';

export const sealStartedBy = (keys: Keys, companyId: string, email: string): string =>
  seal(keys.secret(purpose), email, companyId).toString('base64url');

/** What can be a sealed address; undefined for anything else. */
export const startedByIn = (text: string | undefined): Buffer | undefined =>
  text !== undefined && text.length <= longest && /^[\w-]+$/.test(text)
    ? Buffer.from(text, 'base64url')
    : undefined;

/** The address, if it was sealed for this company. */
export function openStartedBy(
  keys: Keys,
  companyId: string,
  sealed: Uint8Array | undefined,
): string | undefined {
  if (sealed === undefined) return undefined;
  for (const key of keys.secrets(purpose)) {
    const email = unseal(key, sealed, companyId.toLowerCase());
    if (email !== undefined) return email;
  }
  return undefined;
}
