/** What an admin has typed and sent of an invitation: it survives a reload, a failure and the end of the session. */
import * as v from 'valibot';
import { reasonsNotInvited } from '@app/contract/dashboard/invitations.ts';

import type { PersonText } from '#screens/invitations/reading/people.ts';

import type { Batch } from './invitation-batch.ts';
import { noPerson, type Row } from './invitation-rows.ts';

export const draftName = 'invite';

export interface InviteDraft {
  /** The form above the rows. */
  readonly entry: PersonText;
  readonly rows: readonly Row[];
  /** What is being sent, or was. */
  readonly batch: Batch | undefined;
}

export const emptyDraft: InviteDraft = { entry: noPerson, rows: [], batch: undefined };

const person = { email: v.string(), name: v.string(), role: v.string(), language: v.string() };
const row = v.object({ id: v.number(), ...person });
const draft = v.object({
  entry: v.object(person),
  rows: v.array(row),
  batch: v.optional(
    v.object({
      id: v.string(),
      rows: v.array(row),
      results: v.array(v.picklist(['ok', ...reasonsNotInvited])),
    }),
  ),
});

/** What was stored, if it still has the form of a draft. */
export function draftOf(stored: unknown): InviteDraft {
  const read = v.safeParse(draft, stored);
  return read.success ? { ...read.output, batch: read.output.batch } : emptyDraft;
}
