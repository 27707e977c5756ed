/** The one exception of the append-only audit log: a person who is erased (docs/decisions/erased-people.md). */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Only what an entry calls a person may change, and only in a transaction that says so. What was done, when, to which
  // company and by which id stays.
  await sql`create or replace function refuse_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and current_setting('audit_log.erasing', true) = 'yes' then
      if (new.id, new.company_id, new.at, new.actor_id, new.action, new.target_id, new.request_id)
        is not distinct from (old.id, old.company_id, old.at, old.actor_id, old.action, old.target_id, old.request_id)
      then return new;
      end if;
    end if;
    raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
  end $$`.execute(db);
}
