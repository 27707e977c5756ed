/**
 * Stores that a browser has used a mailed link: this proves the mailbox, so its next sign-in needs no mailed code
 * (requirements §4 "After an invitation, a reset or a sign-up confirmation"; docs/decisions/mailed-links.md).
 */
import { hashHandle } from '#security/tokens/handles.ts';
import type { Statement } from '#store/connection/one-statement.ts';
import { insertMailboxProof } from '#store/accounts/mailbox-proofs.ts';

/** The statement, for the transaction that consumes the link. Undefined if the page sent no proof. */
export const proveMailbox = (
  accountId: string,
  proof: string | undefined,
  now: number,
): Statement | undefined =>
  proof === undefined ? undefined : insertMailboxProof(accountId, hashHandle(proof), now);
