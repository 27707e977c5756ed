/** The company's audit log: search, filters and pages (requirements §5). */
import { eventsCounted } from '@app/contract/dashboard/sign-in-log.ts';

import type { Flow } from '#deps.ts';
import { countAuditEntries, listAuditEntries as listRows } from '#store/dashboard/sign-in-log/audit-list.ts';

import { pageOf, readCursor, totalOf } from './event-cursor.ts';

export const listAuditEntries: Flow<'listAuditEntries'> = async ({ query }, { actor }, deps) => {
  const { search, pageSize, cursor, action, actorId, from, to } = query;
  const before = readCursor(cursor);
  const text = search.toLowerCase().replaceAll('\0', '');
  const filter = { companyId: actor.account.companyId, search: text, action, actorId, from, to };
  const db = deps.store.relaxed;
  const [rows, counted] = await Promise.all([
    listRows(db, { filter, before, limit: pageSize + 1 }),
    countAuditEntries(db, filter, eventsCounted + 1),
  ]);
  return {
    ...pageOf(rows, pageSize, (row) => ({
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
    ...totalOf(counted, eventsCounted),
  };
};

/** The values with the address of the admin who keeps the password, in addition to the id. */
const named = (values: Record<string, unknown>, email: string | null): Record<string, unknown> =>
  email === null ? values : { ...values, sso: { ...(values['sso'] as object), breakGlassEmail: email } };
