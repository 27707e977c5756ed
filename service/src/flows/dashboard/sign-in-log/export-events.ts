/** The sign-in log as a CSV file, in pages of the same list: memory is bounded by one page. */
import { csvByteOrderMark, csvRecord } from '@app/contract/fields/csv.ts';
import type { SignInEvent } from '@app/contract/dashboard/sign-in-log.ts';

import type { CsvFlow } from '#deps.ts';
import { type EventFilter, type EventPlace, listEvents } from '#store/dashboard/sign-in-log/event-list.ts';
import type { Reader } from '#store/connection/pools.ts';

import { eventFilter, toEvent } from './list-events.ts';

/** Rows of one piece. */
const rowsAtOnce = 500;

const columns = [
  'time',
  'type',
  'outcome',
  'reason',
  'detail',
  'name',
  'email',
  'method',
  'way',
  'platform',
  'client',
  'supportCode',
] as const satisfies readonly ('time' | keyof SignInEvent)[];

export const exportEvents: CsvFlow<'listEvents'> = async ({ query }, { actor }, deps) => {
  const filter = await eventFilter(query, actor.account.companyId, deps);
  const day = new Date(deps.clock()).toISOString().slice(0, 10);
  return { fileName: `login-log-${day}.csv`, pieces: piecesOf(deps.store.relaxed, filter) };
};

async function* piecesOf(db: Reader, filter: EventFilter): AsyncGenerator<string> {
  yield csvByteOrderMark + csvRecord(columns);
  let before: EventPlace | undefined;
  do {
    const rows = await listEvents(db, { filter, before, limit: rowsAtOnce });
    if (rows.length > 0) yield rows.map((row) => recordOf(toEvent(row))).join('');
    const last = rows.length < rowsAtOnce ? undefined : rows.at(-1);
    before = last && { at: last.at_text, id: last.id };
  } while (before !== undefined);
}

const recordOf = (event: SignInEvent): string =>
  csvRecord(columns.map((column) => (column === 'time' ? new Date(event.at).toISOString() : event[column])));
