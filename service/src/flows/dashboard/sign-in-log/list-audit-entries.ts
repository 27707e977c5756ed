/** The company's audit log: search, filters and pages (requirements §5). */
import { eventsCounted } from '@app/contract/dashboard/sign-in-log.ts';

import type { Flow } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { countAuditEntries, listAuditEntries as listRows } from '#store/dashboard/sign-in-log/audit-list.ts';

import { readCursor, writeCursor } from './event-cursor.ts';

export const listAuditEntries: Flow<'listAuditEntries'> = async ({ query }, { actor }, deps) => {
  const { search, pageSize, cursor, action, actorId, from, to } = query;
  const before = cursor === undefined ? undefined : readCursor(cursor);
  if (cursor !== undefined && before === undefined)
    throw new Refusal('invalid', { fields: { cursor: ['is_invalid'] } });
  const text = search.toLowerCase().replaceAll('\0', '');
  const filter = { companyId: actor.account.companyId, search: text, action, actorId, from, to };
  const db = deps.store.relaxed;
  const [rows, counted] = await Promise.all([
    listRows(db, { filter, before, limit: pageSize + 1 }),
    countAuditEntries(db, filter, eventsCounted + 1),
  ]);
  const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
  return {
    items: rows.slice(0, pageSize).map((row) => ({
      id: row.id,
      at: row.at.getTime(),
      ...(row.actor_id !== null && {
        actor: {
          id: row.actor_id,
          email: row.actor_email ?? '',
          ...(row.actor_name !== null && { name: row.actor_name }),
        },
      }),
      action: row.action,
      ...(row.target !== null && { target: row.target }),
      ...(row.target_name !== null && { targetName: row.target_name }),
      ...(row.before !== null && { before: named(row.before, row.kept_before) }),
      ...(row.after !== null && { after: named(row.after, row.kept_after) }),
    })),
    total: Math.min(counted, eventsCounted),
    ...(counted > eventsCounted && { totalIsMore: true }),
    ...(last && { nextCursor: writeCursor({ at: last.at_text, id: last.id }) }),
  };
};

/** The values with the address of the admin who keeps the password, in addition to the id. */
const named = (values: Record<string, unknown>, email: string | null): Record<string, unknown> =>
  email === null ? values : { ...values, sso: { ...(values['sso'] as object), breakGlassEmail: email } };
