/** Accounts for the load, written straight into the database, so that no account's limits are in the way. */
import pg from 'pg';

/** The demo accounts' password; theirs are the hashes that the accounts of the load get. */
export const password = 'Kestrel-Harbour-27!';

/** Each kind of account, after the demo account that it is copied from. */
const kinds = {
  /** Signs in with the password alone. */
  plain: 'ben@northline.test',
  /** Needs a mailed code as well. */
  coded: 'ada@northline.test',
} as const;

/** Adds `count` accounts of each kind: `plain-1@northline.test` and so on. */
export async function addAccounts(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const [prefix, model] of Object.entries(kinds)) {
      await client.query(
        `insert into accounts (id, company_id, email, name, method, status, second_step, language, roles,
            password_hash, password_key_id)
          select gen_random_uuid(), company_id, $1 || '-' || number || '@northline.test', name, method, status,
            second_step, language, roles, password_hash, password_key_id
          from accounts, generate_series(1, $2::integer) number where email = $3`,
        [prefix, count, model],
      );
    }
    await client.query('analyze accounts');
  } finally {
    await client.end();
  }
}
