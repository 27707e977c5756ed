/** A person's own sign-in history (requirements §5), in pages: the lines of the sign-in log about the account. */
import { eventsCounted } from '@app/contract/dashboard/sign-in-log.ts';

import type { Flow } from '#deps.ts';
import { readCursor, writeCursor } from '#flows/dashboard/sign-in-log/event-cursor.ts';
import { toEvent } from '#flows/dashboard/sign-in-log/list-events.ts';
import { Refusal } from '#refusal.ts';
import { countEvents, type EventFilter, listEvents } from '#store/dashboard/sign-in-log/event-list.ts';

/**
 * The newest first. A page begins after the last row of the one before, whatever has happened since. Why something was
 * refused is for the admins.
 */
export const listOwnEvents: Flow<'listOwnEvents'> = async ({ query }, { actor }, deps) => {
  const { pageSize, cursor } = query;
  const before = cursor === undefined ? undefined : readCursor(cursor);
  if (cursor !== undefined && before === undefined)
    throw new Refusal('invalid', { fields: { cursor: ['is_invalid'] } });
  const { companyId, id: accountId } = actor.account;
  const filter: EventFilter = { ...everything, companyId, accountId };
  const [rows, total] = await Promise.all([
    listEvents(deps.store.relaxed, { filter, before, limit: pageSize + 1 }),
    countEvents(deps.store.relaxed, filter, eventsCounted),
  ]);
  const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
  return {
    items: rows.slice(0, pageSize).map((row) => toEvent({ ...row, reason: null, detail: null })),
    total,
    ...(last && { nextCursor: writeCursor({ at: last.at_text, id: last.id }) }),
  };
};

const everything = {
  kind: undefined,
  outcome: undefined,
  supportCode: undefined,
  from: undefined,
  to: undefined,
  persons: undefined,
};
