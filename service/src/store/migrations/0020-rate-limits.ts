/** The rate limits of a call in two statements instead of up to twelve, where no counter is full or has pending slots. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
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
];
