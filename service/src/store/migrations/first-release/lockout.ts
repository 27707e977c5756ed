/** The rate limits of the first release. */
import { migration } from '#store/migrations/migration.ts';

/** What keeps strangers from locking an owner out: counters of distinct accounts, and a ceiling on codes per account. */
export const lockout = migration(
  // A device that signed in only by password is known to the limits, and spares nobody the code: `proven` devices do,
  // which finished a code step or were confirmed by a mailed link.
  `alter table devices add column proven boolean not null default true`,
  // A link by which a device was confirmed proves the mailbox once: until then it counts as the code of one sign-in.
  `alter table devices add column code_spared_until timestamptz`,

  // Wrong codes of an account over all its challenges (threat A6).
  `create table code_tries (
    account_id uuid primary key references accounts on delete cascade,
    -- compared since the last right one; at the ceiling the password must be renewed
    in_a_row integer not null,
    -- when those of the last hour were compared
    recent timestamptz[] not null
  ) with (fillfactor = 50)`,

  // What a counter with members has counted: each member once, however often it tried.
  `create table throttle_members (
    key text not null,
    member text not null,
    wrong boolean not null default false,
    pending integer not null default 0,
    pending_until timestamptz not null default '-infinity',
    ends_at timestamptz not null,
    primary key (key, member)
  ) with (fillfactor = 70)`,
  `create index throttle_members_by_end on throttle_members (ends_at)`,

  `drop function throttle_take(timestamptz, interval, boolean, text[], integer[], interval[], interval[])`,
  `drop function throttle_settle(timestamptz, boolean, text[], integer[], interval[], interval[])`,

  // Takes a place in several counters together: in all of them or in none. The caller passes the keys in sorted order,
  // so two calls never wait for each other in a circle. A place is 'pending' until throttle_settle says whether it was
  // a wrong try; one that nobody settled (its process died) counts as wrong.
  // A counter with a member counts distinct members: one that it has counted already is free, a new one needs room.
  // Its row in throttles is the lock under which its members are counted.
  // Verdicts: 'free'; 'blocked' (until; full_key is the counter that blocks longest); 'busy': the last places are
  // pending, ask again.
  `create function throttle_take(
    p_now timestamptz, p_lease interval, p_settled boolean,
    p_keys text[], p_limits integer[], p_windows interval[], p_blocks interval[], p_members text[]
  ) returns table (verdict text, until timestamptz, full_key text) language plpgsql as $$
  declare
    t throttles;
    v_full timestamptz;
    v_busy boolean;
  begin
    verdict := 'free';
    for i in 1 .. cardinality(p_keys) loop
      select * into t from throttles where key = p_keys[i] for update;
      if not found then
        insert into throttles (key, window_ends_at) values (p_keys[i], p_now + p_windows[i]) on conflict do nothing;
        select * into t from throttles where key = p_keys[i] for update;
      end if;
      v_full := null;
      v_busy := false;
      if p_members[i] is not null then
        select
          case when not coalesce(bool_or(m.member = p_members[i]), false)
            and count(*) filter (where m.wrong or m.pending_until <= p_now) >= p_limits[i]
            then min(m.ends_at) filter (where m.wrong or m.pending_until <= p_now) end,
          not coalesce(bool_or(m.member = p_members[i]), false) and count(*) >= p_limits[i]
        into v_full, v_busy
        from throttle_members m
        where m.key = p_keys[i] and m.ends_at > p_now and (m.wrong or m.pending > 0);
      else
        if t.window_ends_at <= p_now or (t.pending > 0 and t.pending_until <= p_now) then
          if t.window_ends_at <= p_now then
            t.wrong := 0;
            t.window_ends_at := p_now + p_windows[i];
          end if;
          if t.pending > 0 and t.pending_until <= p_now then
            t.wrong := t.wrong + t.pending;
            t.pending := 0;
            if t.wrong >= p_limits[i] then
              t.blocked_until := p_now + coalesce(p_blocks[i], t.window_ends_at - p_now);
            end if;
          end if;
          update throttles set wrong = t.wrong, pending = t.pending, window_ends_at = t.window_ends_at,
            blocked_until = t.blocked_until where key = p_keys[i];
        end if;
        if t.blocked_until > p_now then
          v_full := t.blocked_until;
        end if;
        v_busy := t.pending > 0 and t.wrong + t.pending >= p_limits[i];
      end if;
      if v_full is not null then
        verdict := 'blocked';
        if until is null or v_full > until then
          until := v_full;
          full_key := p_keys[i];
        end if;
      elsif v_busy and verdict = 'free' then
        verdict := 'busy';
      end if;
    end loop;
    if verdict = 'free' then
      if p_settled then
        perform throttle_settle(p_now, p_keys, p_limits, p_windows, p_blocks, p_members);
      else
        for i in 1 .. cardinality(p_keys) loop
          if p_members[i] is null then
            update throttles set pending = pending + 1, pending_until = p_now + p_lease where key = p_keys[i];
          else
            insert into throttle_members as m (key, member, pending, pending_until, ends_at)
            values (p_keys[i], p_members[i], 1, p_now + p_lease, p_now + p_windows[i])
            on conflict (key, member) do update set
              wrong = m.ends_at > p_now and (m.wrong or (m.pending > 0 and m.pending_until <= p_now)),
              pending = case when m.pending_until <= p_now then 1 else m.pending + 1 end,
              pending_until = excluded.pending_until,
              ends_at = case when m.ends_at > p_now then m.ends_at else excluded.ends_at end;
          end if;
        end loop;
      end if;
    end if;
    return next;
  end $$`,

  // Settles places as wrong: the try that fills a counter blocks its key. A null block lasts until the counter's
  // window ends.
  `create function throttle_settle(
    p_now timestamptz,
    p_keys text[], p_limits integer[], p_windows interval[], p_blocks interval[], p_members text[]
  ) returns void language plpgsql as $$
  declare
    t throttles;
  begin
    for i in 1 .. cardinality(p_keys) loop
      select * into t from throttles where key = p_keys[i] for update;
      if p_members[i] is not null then
        insert into throttle_members as m (key, member, wrong, ends_at)
        values (p_keys[i], p_members[i], true, p_now + p_windows[i])
        on conflict (key, member) do update set wrong = true, pending = greatest(m.pending - 1, 0),
          ends_at = case when m.ends_at > p_now then m.ends_at else excluded.ends_at end;
        continue;
      end if;
      continue when t.key is null;
      t.pending := greatest(t.pending - 1, 0);
      if t.window_ends_at <= p_now then
        t.wrong := 0;
        t.window_ends_at := p_now + p_windows[i];
      end if;
      t.wrong := t.wrong + 1;
      if t.wrong >= p_limits[i] then
        t.blocked_until := p_now + coalesce(p_blocks[i], t.window_ends_at - p_now);
      end if;
      update throttles set wrong = t.wrong, pending = t.pending, window_ends_at = t.window_ends_at,
        blocked_until = t.blocked_until where key = p_keys[i];
    end loop;
  end $$`,

  // Gives places back, several of a key together. A member whose try was right is no longer counted, however often it
  // was wrong before: a person who mistypes and then signs in has cost nobody a place.
  `create function throttle_give_back(p_keys text[], p_members text[], p_right boolean[]) returns void
  language plpgsql as $$
  begin
    perform 1 from throttles where key = any (p_keys) order by key for update;
    update throttles t set pending = greatest(t.pending - back.places, 0)
    from (
      select k.key, count(*)::integer as places
      from unnest(p_keys, p_members) as k (key, member) where k.member is null group by k.key
    ) back
    where t.key = back.key;
    update throttle_members m
    set pending = greatest(m.pending - back.places, 0), wrong = m.wrong and not back.was_right
    from (
      select k.key, k.member, count(*)::integer as places, bool_or(k.was_right) as was_right
      from unnest(p_keys, p_members, p_right) as k (key, member, was_right)
      where k.member is not null group by k.key, k.member
    ) back
    where m.key = back.key and m.member = back.member;
    delete from throttle_members m using unnest(p_keys, p_members) as k (key, member)
    where m.key = k.key and m.member = k.member and m.pending = 0 and not m.wrong;
  end $$`,
);
