/** A person's own sign-in history (requirements §5), in pages. */
import type { EventType } from '@app/contract/dashboard/sign-in-log.ts';

import type { DashboardFlow } from '#flows/dashboard/dashboard-flow.ts';
import { Refusal } from '#refusal.ts';
import type { EventKind } from '#store/connection/database.ts';
import { countOwnEvents, type EventPosition, findOwnEvents } from '#store/dashboard/own-events.ts';

/** The newest first. A page begins behind the last row of the one before, whatever has happened since. */
export const listOwnEvents: DashboardFlow<'listOwnEvents'> = async ({ query }, { actor }, deps) => {
  const { pageSize, cursor } = query;
  const after = cursor === undefined ? undefined : readPosition(cursor);
  const accountId = actor.account.id;
  const [rows, total] = await Promise.all([
    findOwnEvents(deps.store.relaxed, accountId, after, pageSize + 1),
    countOwnEvents(deps.store.relaxed, accountId),
  ]);
  const items = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? items.at(-1) : undefined;
  return {
    items: items.map(({ id, at, kind, outcome, method, platform, client }) => ({
      id,
      at: at.getTime(),
      type: typeOf(kind),
      outcome,
      ...(method !== null && { method }),
      platform,
      client,
    })),
    total,
    ...(last && { nextCursor: writePosition({ at: last.at.getTime(), id: last.id }) }),
  };
};

const typeOf = (kind: EventKind): EventType =>
  kind === 'signedIn' ? 'signIn' : kind === 'signedOut' ? 'signOut' : kind;

const writePosition = ({ at, id }: EventPosition): string => Buffer.from(`${at} ${id}`).toString('base64url');

/** Throws `Refusal('invalid')` for a cursor that no answer gave. */
function readPosition(cursor: string): EventPosition {
  const text = Buffer.from(cursor, 'base64url').toString();
  const parts = /^(\d{1,15}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text);
  if (parts?.[1] === undefined || parts[2] === undefined)
    throw new Refusal('invalid', { fields: { cursor: ['is_invalid'] } });
  return { at: Number(parts[1]), id: parts[2] };
}
