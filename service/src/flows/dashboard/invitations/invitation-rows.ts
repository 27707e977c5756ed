/** Checks the rows of a call that invites, each on its own, before anything is looked up. */
import * as v from 'valibot';
import { type InvitationRow, invitationRow } from '@app/contract/dashboard/invitations.ts';

import type { Input } from '@app/contract/calls/endpoints.ts';

type SentRow = Input<'invite'>['body']['invitations'][number];

/** A row as it was sent, and what it says; or why it cannot be invited. */
export type CheckedRow = { readonly sent: SentRow } & (
  { readonly row: InvitationRow } | { readonly reason: 'invalid' | 'duplicate' }
);

/** Of rows with the same address the first valid one counts. */
export function checkRows(sent: readonly SentRow[]): CheckedRow[] {
  const seen = new Set<string>();
  return sent.map((of): CheckedRow => {
    const read = v.safeParse(invitationRow, of);
    if (!read.success) return { sent: of, reason: 'invalid' };
    const { email } = read.output;
    if (seen.has(email)) return { sent: of, reason: 'duplicate' };
    seen.add(email);
    return { sent: of, row: read.output };
  });
}
