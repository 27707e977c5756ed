/** Lets the planner believe that every table has a million rows. */
import type pg from 'pg';

/** Few values, however many rows there are. */
const fewValues =
  /^(?:method|kind|status|outcome|language|client|platform|action|reason|second_step|strategy)$/.source;

/**
 * Turns autovacuum off for every table: it truncates a table without rows to no page, and then the planner expects no
 * row, whatever the statistics say. Autovacuum begins after a minute, which a slow machine reaches.
 */
export async function keepTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('alter table %s set (autovacuum_enabled = false)', oid::regclass) as statement
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`);
  await client.query(rows.map(({ statement }) => statement).join(';'));
}

/**
 * Within the client's transaction, which also keeps the server from counting the rows: a million in every table, a
 * thousand for each company, few for other values, and half of what can be null is null. The files stay as small as they
 * are, so the planner takes them for very dense ones.
 */
export async function pretendMillionRows(client: pg.Client): Promise<void> {
  await client.query(`
    select pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text,
      'relpages', greatest(1, pg_relation_size(oid) / 8192)::integer, 'reltuples', 1e6::real, 'relallvisible', 0)
    from pg_class where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`);
  // What the server may have counted since then: the values of a few rows.
  await client.query(`
    select pg_clear_attribute_stats('public', c.relname::text, a.attname::text, false)
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`);
  await client.query(
    `select pg_restore_attribute_stats('schemaname', 'public', 'relname', c.relname::text, 'attname', a.attname::text,
      'inherited', false, 'null_frac', (case when a.attnotnull then 0 else 0.5 end)::real, 'avg_width', 16,
      'n_distinct', (case when a.attname ~ $1 then 5 when a.attname = 'company_id' then 1000 else -0.5 end)::real)
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
    [fewValues],
  );
}
