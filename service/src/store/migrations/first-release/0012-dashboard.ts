/** What every call of the dashboard needs: versions of accounts, the age of a sign-in, and the audit log. */
import { type Kysely, sql } from 'kysely';

/** Runs each statement; a migration is one transaction, so it is there whole or not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Counts the changes of what an admin sees, whoever made them, so that the later of two admins is asked
  // (requirements §5).
  `alter table accounts add column version integer not null default 0`,
  `create function count_account_version() returns trigger language plpgsql as $$
  begin
    if (new.email, new.name, new.method, new.status, new.second_step, new.language, new.roles)
      is distinct from (old.email, old.name, old.method, old.status, old.second_step, old.language, old.roles)
    then new.version := old.version + 1;
    end if;
    return new;
  end $$`,
  `create trigger accounts_version before update of email, name, method, status, second_step, language, roles
    on accounts for each row execute function count_account_version()`,
  // When the person proved again who they are, in this session; null: at its start (RFC 9470).
  `alter table families add column reauthenticated_at timestamptz`,
  // Every change by an admin. It outlives the accounts that it names, so it refers to none of them.
  `create table audit_log (
    id uuid primary key default gen_random_uuid(),
    company_id uuid not null,
    at timestamptz not null,
    actor_id uuid not null,
    actor_email text not null,
    action text not null,
    target_id text,
    -- as it was called then: an address, a domain
    target text,
    before jsonb,
    after jsonb,
    request_id text not null
  )`,
  `create index audit_log_of_company on audit_log (company_id, at desc, id desc)`,
  // Append-only: not even the service can change what was written.
  `create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
  end $$`,
  `create trigger audit_log_rows before update or delete on audit_log
    for each row execute function refuse_change()`,
  `create trigger audit_log_whole before truncate on audit_log execute function refuse_change()`,
];
