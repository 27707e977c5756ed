/**
 * A `pg` pool as Kysely wants it, with two things added: every statement is prepared once per connection (planning
 * would cost more than running it), and a connection that failed is closed instead of being lent again.
 */
import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

import { isDatabaseDown } from './database-down.ts';

/** Counts each statement before it is sent; the test of the query budget reads it. */
export type OnStatement = (text: string) => void;

/** Wraps `pool`. SQL texts must come from a bounded set, as each becomes a prepared statement. */
export function preparedPool(pool: pg.Pool, onStatement: OnStatement): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    let name = names.get(text);
    if (name === undefined) {
      name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
      names.set(text, name);
    }
    return name;
  };

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      let broken = false;
      const lent = {
        async query(text: string, values: readonly unknown[]) {
          onStatement(text);
          try {
            const query = values.length === 0 ? { text } : { name: nameOf(text), text, values: [...values] };
            return await client.query(query);
          } catch (error) {
            broken ||= isDatabaseDown(error);
            throw error;
          }
        },
        release: (destroy?: boolean) => client.release(broken || Boolean(destroy)),
      };
      // Kysely's type has a second form of `query`, for cursors, which this service does not use.
      return lent as unknown as PostgresPoolClient;
    },
  };
}
