/** One connection for a few statements, for checks before a start and for commands. Changes nothing on its own. */
import pg from 'pg';

import { seconds } from '@app/contract/fields/durations.ts';

/**
 * Runs `work` on a separate connection, and closes it. Rejects when the database cannot be reached.
 *
 * @param longest milliseconds for a statement
 */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  longest = seconds(5),
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: seconds(3),
    query_timeout: longest,
    application_name: 'auth-service',
  });
  // A connection that dies in the middle rejects the statement; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Whether the database has these tables: it may be empty, or older. */
export async function hasTables(client: pg.Client, ...names: readonly string[]): Promise<boolean> {
  const { rows } = await client.query<{ present: boolean }>(
    'select bool_and(to_regclass(name) is not null) as present from unnest($1::text[]) name',
    [names],
  );
  return rows[0]?.present === true;
}
