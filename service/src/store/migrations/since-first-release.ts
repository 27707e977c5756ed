/** The migrations of the releases after the first, in order. */
import { readFileSync } from 'node:fs';

import { migration } from './migration.ts';

/** The one exception of the append-only audit log: a person who is erased (docs/decisions/erased-people.md). */
export const erasure = migration(
  // Only what an entry calls a person may change, and only in a transaction that says so. What was done, when, to which
  // company and by which id stays.
  `create or replace function refuse_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and current_setting('audit_log.erasing', true) = 'yes' then
      if (new.id, new.company_id, new.at, new.actor_id, new.action, new.target_id, new.request_id)
        is not distinct from (old.id, old.company_id, old.at, old.actor_id, old.action, old.target_id, old.request_id)
      then return new;
      end if;
    end if;
    raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
  end $$`,
);

/** The rate limits of a call in two statements instead of up to twelve, where no counter is full or has pending slots. */
export const rateLimits = migration(
  // The function of migration 0006, which takes one counter after the other, under another name.
  `do $$ begin
    execute replace(
      pg_get_functiondef('throttle_take(timestamptz, interval, boolean,
        text[], integer[], interval[], interval[], text[])'::regprocedure),
      'throttle_take(', 'throttle_take_each(');
  end $$`,

  // Does what throttle_take_each does, and calls it where a counter is full or has pending slots. One statement locks every
  // counter in the order of the keys, inserts those that are missing, and takes a slot in those without members; the next
  // one counts the members. It is another statement because it must see what was committed before the lock was had.
  // Without a pending slot pending_until means nothing, and neither does a block that has ended.
  `create or replace function throttle_take(
    p_now timestamptz, p_lease interval, p_settled boolean,
    p_keys text[], p_limits integer[], p_windows interval[], p_blocks interval[], p_members text[]
  ) returns table (verdict text, until timestamptz, full_key text) language plpgsql as $$
  declare
    v_members integer := 0;
    -- the position of the counter that has a member
    v_at integer;
    v_changed text[];
  begin
    for i in 1 .. cardinality(p_keys) loop
      if p_members[i] is not null then
        v_members := v_members + 1;
        v_at := i;
      end if;
    end loop;
    if v_members <= 1 then
      with changed as (
        insert into throttles as t (key, wrong, pending, pending_until, window_ends_at, blocked_until)
        select k.key, (k.counts and p_settled)::integer, (k.counts and not p_settled)::integer,
          case when k.counts and not p_settled then p_now + p_lease else '-infinity' end,
          p_now + k.duration,
          case when k.counts and p_settled and k.most <= 1 then p_now + coalesce(k.block, k.duration)
            else '-infinity' end
        from (
          select key, most, duration, block, member is null as counts, n
          from unnest(p_keys, p_limits, p_windows, p_blocks, p_members) with ordinality
            as u (key, most, duration, block, member, n)
        ) k
        order by k.n
        -- A row that the condition leaves out is locked, too.
        on conflict (key) do update set
          wrong = case when t.window_ends_at <= p_now then 0 else t.wrong end + excluded.wrong,
          pending = excluded.pending,
          pending_until = excluded.pending_until,
          window_ends_at = case when t.window_ends_at <= p_now then excluded.window_ends_at else t.window_ends_at end,
          blocked_until = case
            when t.window_ends_at <= p_now then excluded.blocked_until
            when p_settled and t.wrong + 1 >= p_limits[array_position(p_keys, excluded.key)]
              then coalesce(p_now + p_blocks[array_position(p_keys, excluded.key)], t.window_ends_at)
            else t.blocked_until end
        where t.pending = 0 and t.blocked_until <= p_now and excluded.wrong + excluded.pending > 0
        returning key, wrong + pending > 0 as counts
      )
      select array_agg(key) into v_changed from changed where counts;
      if coalesce(cardinality(v_changed), 0) + v_members = cardinality(p_keys) then
        verdict := 'free';
        if v_members = 1 then
          insert into throttle_members as m (key, member, wrong, pending, pending_until, ends_at)
          select p_keys[v_at], p_members[v_at], p_settled, (not p_settled)::integer,
            case when p_settled then '-infinity' else p_now + p_lease end, p_now + p_windows[v_at]
          from (
            select count(*) as members, bool_or(member = p_members[v_at]) as is_counted from throttle_members
            where key = p_keys[v_at] and ends_at > p_now and (wrong or pending > 0)
          ) c
          where c.is_counted or c.members < p_limits[v_at]
          on conflict (key, member) do update set
            wrong = p_settled or (m.ends_at > p_now and (m.wrong or (m.pending > 0 and m.pending_until <= p_now))),
            pending = case
              when p_settled then greatest(m.pending - 1, 0)
              when m.pending_until <= p_now then 1
              else m.pending + 1 end,
            pending_until = case when p_settled then m.pending_until else excluded.pending_until end,
            ends_at = case when m.ends_at > p_now then m.ends_at else excluded.ends_at end;
          if not found then
            verdict := null;
          end if;
        end if;
      end if;
      if verdict = 'free' then
        return next;
        return;
      end if;
      update throttles set wrong = wrong - p_settled::integer, pending = 0,
        blocked_until = case when p_settled then '-infinity' else blocked_until end
      where key = any (v_changed);
    end if;
    return query select * from throttle_take_each(p_now, p_lease, p_settled, p_keys, p_limits, p_windows, p_blocks, p_members);
  end $$`,
);

/** A session that is ended is deleted a day after that, with its refresh tokens and the provider's session behind it. */
export const endedSessions = migration(
  // Housekeeping finds sessions by `expires_at`, which has an index. By a trigger, so that every way to end a session
  // does it, those of the release before this one too.
  `create function end_session() returns trigger language plpgsql as $$
  begin
    new.expires_at := least(old.expires_at, new.revoked_at);
    return new;
  end $$`,
  `create trigger families_end before update of revoked_at on families
    for each row when (new.revoked_at is not null) execute function end_session()`,
);

/** Marks an account that nobody has confirmed, or that has lost its address. */
export const accountStates = migration(
  `alter table accounts
    -- Of a disabled account: nobody has confirmed it, so enabling makes it an invited one again.
    add column unproven boolean not null default false,
    -- When the invited person declined.
    add column declined_at timestamptz,
    -- When another company took over the domain of the address: nobody signs in by it, and others may have it.
    add column address_lost_at timestamptz`,
  // Accounts that were disabled before anyone confirmed them: they never had a password, nor a sign-in.
  `update accounts a set unproven = true
    where a.status = 'disabled' and a.password_hash is null
      and not exists (select from last_sign_ins s where s.account_id = a.id)`,
);

/** An address belongs to the account that someone confirmed; until then several companies may invite it. */
export const invitedAddresses = migration(
  // The unique address of every account becomes that of the confirmed ones (docs/decisions/invitations.md).
  `create unique index accounts_holding_address on accounts (email)
    where (status = 'active' or status = 'disabled' and not unproven) and address_lost_at is null`,
  `create unique index accounts_address_of_company on accounts (email, company_id)`,
  `alter table accounts drop constraint accounts_email_key`,
);

/** Required single sign-on keeps for a day how accounts signed in before, so that an admin can go back. */
export const keptMethods = migration(
  // The account keeps its password, with the method 'saml', until then.
  `create table kept_methods (
    account_id uuid primary key references accounts on delete cascade,
    company_id uuid not null references companies on delete cascade,
    method text not null,
    kept_until timestamptz not null
  )`,
  `create index kept_methods_until on kept_methods (kept_until)`,
  `create index kept_methods_of_company on kept_methods (company_id, kept_until)`,
);

/** How old a sign-in at the company's provider may be, and who a started single sign-on is for. */
export const providerSignIns = migration(
  // Null: any, as long as the provider itself says that the session has not ended.
  `alter table companies add column provider_sign_in_hours integer
    check (provider_sign_in_hours between 1 and 8760)`,
  // The address that was typed at the start, sealed: for the sign-in log, if the sign-in fails.
  `alter table saml_requests add column started_by bytea`,
);

/** A search takes typographic marks for the plain ones: `o’brien`, as phones type it, finds O'Brien, and the other way. */
export const foldedMarks = migration(
  // Apostrophes, quotes, hyphens and dashes. NFKD has turned the non-breaking hyphen into U+2010.
  `create or replace function folded(text) returns text language sql immutable strict parallel safe
    as $$ select translate(regexp_replace(lower(normalize($1, NFKD)), '[\\u0300-\\u036f]', '', 'g'),
      U&'\\2018\\2019\\02BC\\2032\\201C\\201D\\2010\\2011\\2012\\2013\\2014', '''''''''""-----') $$`,
  // The database folds a name again when it is written.
  `update accounts set name = name where name ~ U&'[\\2018\\2019\\02BC\\2032\\201C\\201D\\2010-\\2014]'`,
);

/** A provider can take requests to sign in by HTTP-POST only. */
export const postedRequests = migration(
  // null: HTTP-Redirect.
  `alter table saml_configurations add column sso_binding text check (sso_binding in ('redirect', 'post'))`,
);

/** A search treats letters without a plain form in Unicode as the ones that people type: `sorensen` finds Sørensen. */
export const foldedLetters = migration(
  // As before, and then ø, đ, ð, ł, ħ, ŧ, ı, ß, æ, œ and þ.
  `create or replace function folded(text) returns text language sql immutable strict parallel safe
    as $$ select replace(replace(replace(replace(
      translate(regexp_replace(lower(normalize($1, NFKD)), '[\\u0300-\\u036f]', '', 'g'),
        U&'\\2018\\2019\\02BC\\2032\\201C\\201D\\2010\\2011\\2012\\2013\\2014\\00F8\\0111\\00F0\\0142\\0127\\0167\\0131',
        '''''''''""-----oddlhti'),
      U&'\\00DF', 'ss'), U&'\\00E6', 'ae'), U&'\\0153', 'oe'), U&'\\00FE', 'th') $$`,
  // The database folds a name again when it is written.
  `update accounts set name = name where lower(name) ~ U&'[\\00F8\\0111\\00F0\\0142\\0127\\0167\\0131\\00DF\\00E6\\0153\\00FE]'`,
);

/** The page of an invitation names the admin who sent it. */
export const inviters = migration(
  // No foreign key: nothing depends on it, and an erased admin leaves an id without an account.
  'alter table links add column invited_by uuid',
);

/**
 * The rate limits count a try first and release it if it was right: `throttle_count` and `throttle_release`, in SQL
 * only. The release before this one can run at the same time: it calls `throttle_take`, `throttle_settle` and
 * `throttle_give_back` on the same rows, and uses their columns `pending` and `pending_until`. These stay until the
 * release after this one drops them. The tries that it has reserved and not settled are not counted here, so while both
 * run, one more set of them can be in flight.
 */
export const countedTries = migration(readFileSync(new URL('0039-rate-limits.sql', import.meta.url), 'utf8'));

/** The emails to an invited address are no longer counted in the outbox. */
export const invitedMails = migration(
  // The release before counts those of one day, and reads them by `outbox_by_age` as well.
  'drop index outbox_of_invited',
);

/** A sign-up asks for the person's name, and knows the browser that it came from. */
export const signUpNames = migration(
  "alter table signups add column name text not null default '', add column browser bytea",
);
