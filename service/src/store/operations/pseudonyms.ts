/** Puts a pseudonym in the place of an erased person in the audit log: the one change that its triggers let through. */
import { sql } from 'kysely';

import type { DurableTransaction } from '#store/connection/pools.ts';
import type { ErasablePerson } from './erasable-person.ts';

interface Entry {
  id: string;
  actor_email: string | null;
  target: string | null;
  before: Values;
  after: Values;
  is_theirs: boolean;
}
type Values = { readonly name?: string } | null;

/** Answers how many entries named the person. */
export async function pseudonymiseAuditLog(
  db: DurableTransaction,
  { accountId, addresses, name }: ErasablePerson,
  pseudonym: string,
): Promise<number> {
  const { rows } = await sql<Entry>`
    select id, actor_email, target, before, after, target_id is not distinct from ${accountId}::text as is_theirs from audit_log l
    where actor_id = ${accountId}::uuid or target_id = ${accountId}::text
      or exists (select from unnest(${addresses}::text[]) e
        where strpos(lower(concat_ws(' ', actor_email, target, before::text, after::text)), e) > 0)`.execute(
    db,
  );
  // Those that an admin has changed, too.
  const names = rows.flatMap((row) => (row.is_theirs ? [row.before?.name ?? '', row.after?.name ?? ''] : []));
  const words = [...addresses, name, ...names].map((word) => word.toLowerCase());
  const theirs = new Set(words.filter((word) => word !== ''));
  const named = rows.map(({ id, actor_email, target, before, after }) => ({
    id,
    ...(replaced({ actor_email, target, before, after }, theirs, pseudonym) as object),
  }));
  await sql`select set_config('audit_log.erasing', 'yes', true)`.execute(db);
  await sql`
    update audit_log l set actor_email = r.actor_email, target = r.target, before = r.before, after = r.after
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
      as r (id uuid, actor_email text, target text, before jsonb, after jsonb)
    where l.id = r.id`.execute(db);
  await sql`select set_config('audit_log.erasing', '', true)`.execute(db);
  return named.length;
}

/** The value with every text that is one of the words replaced, at any depth. */
function replaced(value: unknown, words: ReadonlySet<string>, by: string): unknown {
  if (typeof value === 'string') return words.has(value.toLowerCase()) ? by : value;
  if (Array.isArray(value)) return value.map((item) => replaced(item, words, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item, words, by)]));
}
