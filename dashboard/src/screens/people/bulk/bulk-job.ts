/**
 * A change of many accounts, in parts that the service takes. It is stored in this tab until it is done: after a
 * session's end it continues where it was, and a part that was sent before is not done twice, because it has the same
 * Idempotency-Key.
 */
import { invitationEndpoints } from '@app/contract/dashboard/invitations.ts';
import { userEndpoints, type User } from '@app/contract/dashboard/users.ts';
import * as limits from '@app/contract/fields/limits.ts';
import { randomId } from '@app/session/calls/client.ts';

import type { CallOutcome, DashboardClient } from '#calls/dashboard-client.ts';

import type { BulkKind, BulkWork } from './bulk-kinds.ts';

/** The result for one account, of the work or of its preview. */
export interface BulkResult {
  readonly id: string;
  readonly ok: boolean;
  readonly reason?: string | undefined;
  readonly version?: number | undefined;
}

interface Part {
  readonly key: string;
  readonly ids: readonly string[];
  readonly versions: Readonly<Record<string, number>>;
}

export interface BulkJob {
  readonly kind: BulkKind;
  readonly work: BulkWork;
  /** As they were when the job was made. */
  readonly users: readonly User[];
  readonly parts: readonly Part[];
  /** Of the parts that are done, in their order. */
  readonly results: readonly BulkResult[];
}

export const isBulkJob = (stored: unknown): stored is BulkJob =>
  typeof stored === 'object' && stored !== null && 'parts' in stored && 'results' in stored;

/** @param users those that the job changes, and no others */
export function createJob(kind: BulkKind, work: BulkWork, users: readonly User[]): BulkJob {
  return { kind, work, users, parts: partsOf(users), results: [] };
}

function partsOf(users: readonly User[]): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < users.length; at += limits.changedAtOnce) {
    const some = users.slice(at, at + limits.changedAtOnce);
    const versions = Object.fromEntries(some.map(({ id, version }) => [id, version]));
    parts.push({ key: randomId(), ids: some.map(({ id }) => id), versions });
  }
  return parts;
}

/** Sends the parts that are not done, one after the other. `onPart` gets the job after each. */
export async function runJob(
  job: BulkJob,
  client: DashboardClient,
  onPart: (job: BulkJob) => void,
): Promise<CallOutcome<BulkJob>> {
  let current = job;
  let done = 0;
  for (const part of job.parts) {
    done += part.ids.length;
    if (done <= job.results.length) continue;
    const outcome = await sendPart(job.work, part, client);
    if (!outcome.ok) return outcome;
    current = { ...current, results: [...current.results, ...outcome.answer.results] };
    onPart(current);
  }
  return { ok: true, answer: current };
}

function sendPart(work: BulkWork, { ids, key: idempotencyKey, versions }: Part, client: DashboardClient) {
  const options = { idempotencyKey };
  if (work.kind === 'signOut')
    return client.call(userEndpoints.signOutUsers, { body: { ids: [...ids] } }, options);
  if (work.kind === 'resend')
    return client.call(invitationEndpoints.resendInvitations, { body: { ids: [...ids] } }, options);
  const body = { ids: [...ids], change: work.change, versions };
  return client.call(userEndpoints.changeUsers, { body }, options);
}

/** The result that the work would have for each account, as the service says. */
export async function previewWork(
  work: BulkWork,
  users: readonly User[],
  client: DashboardClient,
): Promise<CallOutcome<readonly BulkResult[]>> {
  // An invitation can be sent again while it waits. Only the service knows how often.
  if (work.kind === 'resend') {
    const results = users.map(({ id, status }): BulkResult =>
      status === 'unconfirmed' ? { id, ok: true } : { id, ok: false, reason: 'notPossible' },
    );
    return { ok: true, answer: results };
  }
  const results: BulkResult[] = [];
  for (const { ids, versions } of partsOf(users)) {
    const outcome =
      work.kind === 'signOut'
        ? await client.call(userEndpoints.signOutUsers, { body: { ids: [...ids], preview: true } })
        : await client.call(userEndpoints.changeUsers, {
            body: { ids: [...ids], change: work.change, versions, preview: true },
          });
    if (!outcome.ok) return outcome;
    results.push(...outcome.answer.results);
  }
  return { ok: true, answer: results };
}
