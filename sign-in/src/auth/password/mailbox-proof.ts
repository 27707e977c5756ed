/**
 * A random value of this tab that is sent when a mailed link is used and with the sign-in that follows. It proves the
 * mailbox, so no code is required (requirements §4 "After an invitation, a reset or a sign-up confirmation").
 */
import * as v from 'valibot';

/** In session storage, so for this tab only; it survives a reload. */
const storageKey = 'mailbox_proof';
const stored = v.object({ email: v.string(), proof: v.string() });
const sameAddress = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Stores the proof for the next sign-in with the address, after its link was used. */
export function storeMailboxProof(email: string, proof: string | undefined): void {
  if (proof === undefined) return;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ email, proof }));
  } catch {
    // Storage is blocked: a code is required.
  }
}

/** Removes the proof for a sign-in with the address and returns it. */
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
