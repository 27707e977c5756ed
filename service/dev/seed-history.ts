/**
 * What a month of use leaves behind in the tables that grow with it, for each seeded account that has signed in: a
 * session, a device, an email that was sent, a repeat's stored answer, and counters of the
 * rate limits.
 */
import type pg from 'pg';

/** The tables that a history fills. Their indexes can be dropped first. */
export const historyTables = [
  'families',
  'devices',
  'outbox',
  'idempotency',
  'throttles',
  'throttle_members',
  'audit_log',
] as const;

/** Adds the rows. `told` hears of each table. The triggers of foreign keys are off, where the role may say so. */
export async function seedHistory(
  client: pg.Client,
  seeded: string,
  accounts: number,
  told: (table: string, rows: number) => void,
): Promise<void> {
  for (const [table, select] of statements(seeded)) {
    const { rowCount } = await client.query(`insert into ${table} ${select} on conflict do nothing`, [
      accounts,
    ]);
    told(/^\w+/.exec(table)?.[0] ?? table, rowCount ?? 0);
    if (table.startsWith('families')) await client.query('analyze families');
  }
}

/** Spread over the time for which housekeeping keeps such rows, so that the tables are as after months. */
const statements = (seeded: string): readonly (readonly [table: string, select: string])[] => [
  [
    `families (id, account_id, strategy, event_id, client, created_at, expires_at, last_used_at)`,
    `select md5('session ' || n)::uuid, a.id, a.method, gen_random_uuid(), '192.0.2.' || h % 250, began.at,
      began.at + interval '30 days', began.at + interval '4 hours'
    from (${seeded}) s join last_sign_ins l on l.account_id = s.id join accounts a on a.id = s.id
    cross join lateral (select now() - make_interval(mins => h * 4 % 41760) as at) began`,
  ],
  [
    `devices (account_id, device, known_at, last_used_at, proven)`,
    `select l.account_id, sha256(convert_to('device ' || n, 'UTF8')), l.at - interval '90 days',
      now() - make_interval(mins => h * 12 % 129600), true
    from (${seeded}) s join last_sign_ins l on l.account_id = s.id`,
  ],
  [
    `outbox (id, kind, recipient, language, dedupe_key, created_at, expires_at, next_try_at, attempts, sent_at)`,
    `select md5('mail ' || n)::uuid, 'code', a.email, a.language, 'seeded ' || n, mail.at, mail.at + interval '5 minutes',
      mail.at, 1, mail.at
    from (${seeded}) s join last_sign_ins l on l.account_id = s.id join accounts a on a.id = s.id
    cross join lateral (select now() - make_interval(mins => h * 4 % 43200) as at) mail`,
  ],
  [
    `idempotency (id, fingerprint, claimed_until, answer, expires_at)`,
    `select sha256(convert_to('key ' || n, 'UTF8')), sha256(convert_to('body ' || n, 'UTF8')), now(), answer.bytes,
      now() + make_interval(mins => h % 1440)
    from (${seeded}) s join last_sign_ins l on l.account_id = s.id
    cross join lateral (
      select string_agg(sha512(convert_to('answer ' || n || ' ' || part, 'UTF8')), '') as bytes
      from generate_series(1, 23) part) answer`,
  ],
  [
    `throttles (key, wrong, window_ends_at)`,
    `select 'seeded:' || l.account_id, h % 3, now() + make_interval(mins => h % 60)
    from (${seeded}) s join last_sign_ins l on l.account_id = s.id`,
  ],
  [
    `throttle_members (key, member, wrong, ends_at)`,
    `select 'seeded:' || l.account_id, '192.0.2.' || h % 250, true, now() + make_interval(mins => h % 60)
    from (${seeded}) s join last_sign_ins l on l.account_id = s.id where h % 3 = 0`,
  ],
  [
    `audit_log (company_id, at, actor_id, actor_email, action, target_id, target, request_id)`,
    `select a.company_id, now() - make_interval(mins => h * 60), a.id, a.email, 'invited', a.id::text, a.email, 'seeded-' || n
    from (${seeded}) s join accounts a on a.id = s.id where h % 10 = 0`,
  ],
];
