/**
 * A random value of this tab that goes out with the use of a mailed link and with the sign-in that follows: the mailbox
 * is proven, so no code is asked for (requirements §4 "After an invitation, a reset or a sign-up confirmation").
 */
import * as v from 'valibot';

/** In session storage: this tab alone. A reload between the two does no harm. */
const storageKey = 'mailbox_proof';
const stored = v.object({ email: v.string(), proof: v.string() });
const sameAddress = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Keeps the proof for the next sign-in with the address, once its link was used. */
export function storeMailboxProof(email: string, proof: string | undefined): void {
  if (proof === undefined) return;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ email, proof }));
  } catch {
    // Withheld: a code is asked for.
  }
}

/** The proof for a sign-in with the address, once. */
export function takeMailboxProof(email: string): string | undefined {
  try {
    const read = v.safeParse(stored, JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
    if (!read.success || !sameAddress(read.output.email, email)) return undefined;
    sessionStorage.removeItem(storageKey);
    return read.output.proof;
  } catch {
    return undefined;
  }
}
