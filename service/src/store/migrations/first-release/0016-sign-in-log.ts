/** The sign-in log of a company: every attempt with its outcome and true reason, and indexes for its list. */
import { type Kysely, sql } from 'kysely';

/** Runs each statement; a migration is one transaction, so it is there whole or not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table events
    add column company_id uuid,
    -- as it was typed, or the account's then
    add column email text,
    add column method text,
    add column outcome text not null default 'success',
    add column reason text,
    -- the same reason more exactly: which check of an answer failed
    add column detail text,
    add column support_code text,
    -- an address without an account, in a domain that the company claimed
    alter column account_id drop not null`,
  `update events e set company_id = a.company_id, email = a.email,
      method = case when e.kind = 'signedIn'
        then coalesce((select f.strategy from families f where f.event_id = e.event_id limit 1), a.method) end
    from accounts a where a.id = e.account_id`,
  `alter table events alter column company_id set not null`,
  // Every statement that inserts an event names the account; the company and the address of then are the account's.
  `create function complete_event() returns trigger language plpgsql as $$
  begin
    if new.company_id is null or new.email is null then
      select coalesce(new.company_id, a.company_id), coalesce(new.email, a.email)
        into new.company_id, new.email from accounts a where a.id = new.account_id;
    end if;
    return new;
  end $$`,
  `create trigger events_complete before insert on events for each row
    when (new.account_id is not null) execute function complete_event()`,
  // An account that is deleted leaves its history to its company.
  `alter table events drop constraint events_account_id_fkey,
    add constraint events_account_id_fkey foreign key (account_id) references accounts on delete set null`,

  // The id makes a page end at one row. The overview counts by this index alone.
  `create index events_of_company on events (company_id, at desc, id desc) include (kind, outcome, method)`,
  `create index events_of_account_by_id on events (account_id, at desc, id desc)`,
  `drop index events_of_account`,
  // Partial, so that the usual row, a sign-in that succeeded, is in none of them.
  `create index events_not_succeeded on events (company_id, at desc, id desc) include (kind, outcome)
    where outcome <> 'success'`,
  `create index events_of_other_kinds on events (company_id, kind, at desc, id desc) where kind <> 'signedIn'`,
  `create index events_by_support_code on events (company_id, support_code) where support_code is not null`,
  `create index events_without_account on events (company_id, email text_pattern_ops, at desc)
    where account_id is null`,
  // Housekeeping.
  `create index events_by_time on events using brin (at)`,

  `create index audit_log_by_action on audit_log (company_id, action, at desc, id desc)`,
  `create index audit_log_by_actor on audit_log (company_id, actor_id, at desc, id desc)`,
];
