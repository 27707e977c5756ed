-- The whole rule of the rate limits (docs/decisions/rate-limits.md): a try is counted before its secret is compared, and
-- released if it was right. A process that dies in between leaves a wrong try. throttles.ts calls both functions.
--
-- A counter is a row of `throttles`: `wrong` tries in a window that ends at `window_ends_at`. The try that reaches the limit
-- sets `blocked_until`, and a counter is full until then. A counter with a member counts distinct members instead: its row
-- only serves as their lock, and each member is a row of `throttle_members` with a window of its own.

-- Counts a try in all counters, or in none if one is full. Returns the full counter that blocks longest, and no row if the
-- try was counted. `p_blocks`: how long a full counter blocks; null: until its window ends. `p_members`: null for a counter
-- without members.
create or replace function throttle_count(
  p_now timestamptz, p_keys text[], p_limits integer[], p_windows interval[], p_blocks interval[], p_members text[]
) returns table (full_key text, until timestamptz) language sql as $$
  -- Inserts the missing counters and locks the others: a row that the condition leaves out is locked, too. In the order of
  -- the keys, so that two calls never wait for each other.
  insert into throttles as t (key, window_ends_at)
  select key, p_now + duration from unnest(p_keys, p_windows) as given (key, duration) order by key collate "C"
  on conflict (key) do update set key = excluded.key where false;

  -- Sees what was committed before the locks were acquired.
  with counter as materialized (
    select given.*, t.blocked_until,
      case when t.window_ends_at <= p_now then 1 else t.wrong + 1 end as tries,
      case when t.window_ends_at <= p_now then p_now + duration else t.window_ends_at end as ends_at
    from unnest(p_keys, p_limits, p_windows, p_blocks, p_members) as given (key, most, duration, block, member)
    join throttles t on t.key = given.key
  ), full_counter as materialized (
    select key, blocked_until as until from counter where member is null and blocked_until > p_now
    union all
    select c.key, min(m.ends_at) from counter c join throttle_members m on m.key = c.key and m.ends_at > p_now
    where c.member is not null
    group by c.key, c.most having count(*) >= c.most and not bool_or(m.member = c.member)
  ), counted as (
    update throttles t set
      wrong = c.tries, window_ends_at = c.ends_at,
      blocked_until = case when c.tries >= c.most then coalesce(p_now + c.block, c.ends_at) else '-infinity' end
    from counter c where t.key = c.key and c.member is null and not exists (select from full_counter)
  ), counted_member as (
    insert into throttle_members as m (key, member, wrong, ends_at)
    select key, member, true, p_now + duration from counter
    where member is not null and not exists (select from full_counter)
    on conflict (key, member) do update set
      wrong = true, ends_at = case when m.ends_at > p_now then m.ends_at else excluded.ends_at end
  )
  select key, until from full_counter order by until desc limit 1
$$;

-- Releases a try that `throttle_count` counted at `p_counted_at`, if its window has not ended since. A full counter is no
-- longer full. A member is no longer counted, however often it was wrong before.
create or replace function throttle_release(
  p_counted_at timestamptz, p_keys text[], p_windows interval[], p_members text[]
) returns void language sql as $$
  update throttles t set wrong = greatest(t.wrong - 1, 0), blocked_until = '-infinity'
  from (
    select t.key from throttles t join unnest(p_keys, p_windows, p_members) as given (key, duration, member) using (key)
    where member is null and t.window_ends_at <= p_counted_at + duration
    order by t.key collate "C" for update of t
  ) as locked
  where t.key = locked.key;

  delete from throttle_members m using unnest(p_keys, p_members) as given (key, member)
  where m.key = given.key and m.member = given.member
$$;
