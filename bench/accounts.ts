/** Adds accounts for the benchmarks directly to the database, so that no account reaches its rate limits. */
import pg from 'pg';

/** The demo accounts' password. The added accounts copy their hashes. */
export const password = 'Kestrel-Harbour-27!';

/** The demo account that each kind of account is copied from. */
const kinds = {
  /** Signs in with a password only. */
  plain: 'ben@northline.test',
  /** Signs in with a password and a mailed code. */
  coded: 'ada@northline.test',
} as const;

/** Adds `count` accounts of each kind: `plain-1@northline.test` and so on. Their roles are the demo accounts' unless given. */
export async function addAccounts(
  databaseUrl: string,
  count: number,
  roles?: readonly string[],
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const [prefix, model] of Object.entries(kinds)) {
      await client.query(
        `insert into accounts (id, company_id, email, name, method, status, second_step, language, roles,
            password_hash, password_key_id)
          select gen_random_uuid(), company_id, $1 || '-' || number || '@northline.test', name, method, status,
            second_step, language, coalesce($4::jsonb, roles), password_hash, password_key_id
          from accounts, generate_series(1, $2::integer) number where email = $3`,
        [prefix, count, model, roles ? JSON.stringify(roles) : null],
      );
    }
    await client.query('analyze accounts');
  } finally {
    await client.end();
  }
}
