/** The company's sign-in log: search, filters, pages and new rows (requirements §5), and all of it as a CSV file. */
import { seconds } from '@app/contract/fields/durations.ts';
import { eventsCounted, type EventType, type SignInEvent } from '@app/contract/dashboard/sign-in-log.ts';
import type { Input } from '@app/contract/calls/endpoints.ts';
import { csvByteOrderMark, csvRecord } from '@app/contract/fields/csv.ts';

import type { Deps, Flow, CsvFlow } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import type { EventKind } from '#store/connection/database.ts';
import {
  countEvents,
  type EventFilter,
  type EventRow,
  listEvents as listRows,
  type EventPlace,
} from '#store/dashboard/sign-in-log/event-list.ts';
import { findEventPersons } from '#store/dashboard/sign-in-log/event-persons.ts';

import { pageOf, readCursor, readLiveCursor, totalOf, writeLiveCursor } from './event-cursor.ts';
import type { Reader } from '#store/connection/pools.ts';

/** A row may be written this long after its time: rows newer than the newest minus this are sent again. */
const overlap = seconds(5);
/** A search that finds many persons counts its rows this far. */
const countedOfMany = 200;

type Query = Input<'listEvents'>['query'];

export const listEvents: Flow<'listEvents'> = async ({ query }, { actor }, deps) => {
  const filter = await eventFilter(query, actor.account.companyId, deps);
  const { pageSize, newerThan, cursor } = query;
  const db = deps.store.relaxed;
  if (newerThan !== undefined) {
    const seen = readLiveCursor(newerThan);
    if (seen === undefined) throw new Refusal('invalid', { fields: { newerThan: ['is_invalid'] } });
    const from = Math.max(seen - overlap, filter.from ?? 0);
    const rows = await listRows(db, { filter: { ...filter, from }, before: undefined, limit: pageSize });
    const newest = Math.max(seen, rows[0]?.at.getTime() ?? 0);
    return { items: rows.map(toEvent), total: rows.length, liveCursor: writeLiveCursor(newest) };
  }
  const before = readCursor(cursor);
  const most = filter.persons?.tooMany === true ? countedOfMany : eventsCounted;
  const [rows, counted] = await Promise.all([
    // One more than the page: whether there is a next one.
    listRows(db, { filter, before, limit: pageSize + 1 }),
    countEvents(db, filter, most + 1),
  ]);
  return {
    ...pageOf(rows, pageSize, toEvent),
    ...totalOf(counted, most),
    liveCursor: writeLiveCursor(rows[0]?.at.getTime() ?? deps.clock()),
  };
};

/** The conditions of a query, with the persons that its search has found. */
async function eventFilter(query: Query, companyId: string, deps: Deps): Promise<EventFilter> {
  const { search, type, outcome, userId, supportCode, from, to } = query;
  // PostgreSQL takes no NUL.
  const text = search.replaceAll('\0', '');
  return {
    companyId,
    kind: type && kindOf(type),
    outcome,
    accountId: userId,
    supportCode,
    from,
    to,
    persons: text === '' ? undefined : await findEventPersons(deps.store.relaxed, companyId, text),
  };
}

const kindOf = (type: EventType): EventKind =>
  type === 'signIn' ? 'signedIn' : type === 'signOut' ? 'signedOut' : type;

const typeOf = (kind: EventKind): EventType =>
  kind === 'signedIn' ? 'signIn' : kind === 'signedOut' ? 'signOut' : kind;

export const toEvent = (row: EventRow): SignInEvent => ({
  id: row.id,
  at: row.at.getTime(),
  type: typeOf(row.kind),
  outcome: row.outcome,
  ...(row.reason !== null && { reason: row.reason }),
  ...(row.detail !== null && { detail: row.detail }),
  ...(row.account_id !== null && { userId: row.account_id }),
  ...(row.email !== null && { email: row.email }),
  ...(row.name !== null && { name: row.name }),
  ...(row.method !== null && { method: row.method }),
  ...(row.way !== null && { way: row.way }),
  platform: row.platform,
  client: row.client,
  ...(row.support_code !== null && { supportCode: row.support_code }),
});

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

/** In pages of the same list: memory is bounded by one. */
async function* piecesOf(db: Reader, filter: EventFilter): AsyncGenerator<string> {
  yield csvByteOrderMark + csvRecord(columns);
  let before: EventPlace | undefined;
  do {
    const rows = await listRows(db, { filter, before, limit: rowsAtOnce });
    if (rows.length > 0) yield rows.map((row) => recordOf(toEvent(row))).join('');
    const last = rows.length < rowsAtOnce ? undefined : rows.at(-1);
    before = last && { at: last.at_text, id: last.id };
  } while (before !== undefined);
}

const recordOf = (event: SignInEvent): string =>
  csvRecord(columns.map((column) => (column === 'time' ? new Date(event.at).toISOString() : event[column])));
