/** The company's accounts: search, filters, orders and pages (requirements §5). */
import type { UserDetails } from '@app/contract/dashboard/users.ts';
import * as v from 'valibot';

import type { DashboardCall, Deps, Flow } from '#deps.ts';
import { cursorTime } from '#flows/dashboard/sign-in-log/event-cursor.ts';
import { Refusal } from '#refusal.ts';
import {
  countsItself,
  countUsers,
  findUser,
  type ListedUser,
  listUsers as listPart,
  type RowOrder,
  keyCount,
} from '#store/dashboard/users/user-list.ts';

export const listUsers: Flow<'listUsers'> = async ({ query }, { actor }, deps) => {
  const { sort, order, pageSize, cursor, ...filter } = query;
  const { companyId } = actor.account;
  const descending = order === 'DESC';
  const orders = ordersOf(sort, descending);
  const from = cursor === undefined ? { by: orders[0], after: undefined } : readCursor(cursor, orders);
  if (from === undefined) throw new Refusal('invalid', { fields: { cursor: ['is_invalid'] } });

  const readPage = async (): Promise<Page> => {
    const rows: (ListedUser & { readonly by: RowOrder })[] = [];
    let total: number | undefined;
    for (const by of orders.slice(orders.indexOf(from.by))) {
      // One more than the page: whether there is a next one.
      const limit = pageSize + 1 - rows.length;
      if (limit <= 0) break;
      const after = by === from.by ? from.after : undefined;
      // Those who never signed in are sorted by name, whichever end of the list they are on.
      const part = { companyId, filter, by, descending: descending && by !== 'neverSignedIn', after, limit };
      const found = await listPart(deps.store.relaxed, part);
      total ??= found.total;
      for (const row of found.users) rows.push({ ...row, by });
    }
    const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
    return { rows: rows.slice(0, pageSize), total, next: last && { by: last.by, after: last.keys } };
  };
  const [{ rows, total, next }, counted] = await Promise.all([
    readPage(),
    countsItself({ filter, by: orders[0] }) ? undefined : countUsers(deps.store.relaxed, companyId, filter),
  ]);
  return {
    items: rows.map(({ user }) => user),
    total: counted ?? total ?? 0,
    ...(next && { nextCursor: writeCursor(next) }),
  };
};

interface Page {
  readonly rows: readonly ListedUser[];
  /** How many there are in all, where that is known with the rows. */
  readonly total: number | undefined;
  readonly next: ListCursor | undefined;
}

/** The orders whose rows make the list, one after the other: a time that is missing is older than every other. */
function ordersOf(
  sort: 'name' | 'email' | 'method' | 'status' | 'lastSignInAt',
  descending: boolean,
): readonly [RowOrder, ...RowOrder[]] {
  if (sort !== 'lastSignInAt') return [sort];
  return descending ? ['signedIn', 'neverSignedIn'] : ['neverSignedIn', 'signedIn'];
}

export const readUser: Flow<'readUser'> = ({ params }, call, deps) => requireUser(call, deps, params.userId);

/** Throws `Refusal('notFound')` for an unknown account and for another company's. */
export async function requireUser({ actor }: DashboardCall, deps: Deps, id: string): Promise<UserDetails> {
  const user = await findUser(deps.store.relaxed, actor.account.companyId, id, deps.clock());
  if (user === undefined) throw new Refusal('notFound');
  return user;
}

/** The cursor of the list of accounts: the order that it belongs to, and the keys of the last row, as opaque text. */
interface ListCursor {
  readonly by: RowOrder;
  /** Of the row before the next page. */
  readonly after: readonly string[];
}

const cursorText = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    by: v.picklist(['name', 'email', 'method', 'status', 'signedIn', 'neverSignedIn']),
    // PostgreSQL takes no NUL.
    after: v.array(v.pipe(v.string(), v.excludes('\0'))),
  }),
);
const uuid = v.pipe(v.string(), v.uuid());

const writeCursor = (cursor: ListCursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** Undefined for text that `writeCursor` did not write for one of these orders. */
function readCursor(text: string, orders: readonly RowOrder[]): ListCursor | undefined {
  const read = v.safeParse(cursorText, Buffer.from(text, 'base64url').toString());
  if (!read.success || !orders.includes(read.output.by)) return undefined;
  const { by, after } = read.output;
  const isWhole =
    after.length === keyCount(by) &&
    v.is(uuid, after.at(-1)) &&
    (by !== 'signedIn' || v.is(cursorTime, after[0]));
  return isWhole ? { by, after } : undefined;
}
