/** A person's own sign-in history (requirements §5), in pages: the lines of the sign-in log about the account. */
import { eventsCounted } from '@app/contract/dashboard/sign-in-log.ts';

import type { Flow } from '#deps.ts';
import { pageOf, readCursor } from '#flows/dashboard/sign-in-log/event-cursor.ts';
import { toEvent } from '#flows/dashboard/sign-in-log/list-events.ts';
import { countEvents, type EventFilter, listEvents } from '#store/dashboard/sign-in-log/event-list.ts';

/**
 * The newest first. A page begins after the last row of the one before, whatever has happened since. Why something was
 * refused is for the admins.
 */
export const listOwnEvents: Flow<'listOwnEvents'> = async ({ query }, { actor }, deps) => {
  const { pageSize, cursor } = query;
  const before = readCursor(cursor);
  const { companyId, id: accountId } = actor.account;
  const filter: EventFilter = { ...everything, companyId, accountId };
  const [rows, total] = await Promise.all([
    listEvents(deps.store.relaxed, { filter, before, limit: pageSize + 1 }),
    countEvents(deps.store.relaxed, filter, eventsCounted),
  ]);
  return { ...pageOf(rows, pageSize, (row) => toEvent({ ...row, reason: null, detail: null })), total };
};

const everything = {
  kind: undefined,
  outcome: undefined,
  supportCode: undefined,
  from: undefined,
  to: undefined,
  persons: undefined,
};
