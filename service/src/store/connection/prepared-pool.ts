/**
 * A `pg` pool as Kysely wants it, with four things added: every statement is prepared once per connection (planning
 * would cost more than running it), one that the database rolled back is sent again, a connection that failed is closed instead of being lent again, and what takes too
 * long is given up by deadlines that a busy process does not miss (deadline.ts; the driver's own timers do).
 */
import { createHash } from 'node:crypto';
import { Socket } from 'node:net';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

import { again } from './again.ts';
import { isDatabaseDown } from './database-down.ts';
import { startDeadline } from '#deadline.ts';
import { toldWork } from '#work-channel.ts';

/** Counts each statement before it is sent; the test of the query budget reads it. */
export type OnStatement = (text: string) => void;

export interface PoolWatch {
  /** The pool's name. */
  readonly name: string;
  readonly onStatement: OnStatement;
  /** Called for each statement that the database answered, with rows or with an error. */
  readonly onAnswer: () => void;
  /** How many it answered so far, over all pools. */
  readonly answers: () => number;
}

/** Milliseconds. The server ends a statement before the client gives it up, so that the verdict is the database's. */
const waits = { hello: 1500, connection: 1500, answer: 1800 };

/** A socket that is closed unless the database answers soon. For the driver's option `stream`. */
export function patientSocket(): Socket {
  const socket = new Socket();
  const stop = startDeadline(waits.hello, () =>
    socket.destroy(new Error('Connection terminated: the database does not speak')),
  );
  return socket.once('data', stop).once('close', stop);
}

/** Wraps `pool`. SQL texts must come from a bounded set, as each becomes a prepared statement. */
export function preparedPool(pool: pg.Pool, watch: PoolWatch): PostgresPool {
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
      const client = await lend(pool, watch);
      let broken = false;
      let inTransaction = false;
      const send = async (text: string, values: readonly unknown[]) => {
        // A rollback after a lost answer would wait as long again.
        if (broken) throw new Error('Connection terminated: an earlier statement failed');
        try {
          watch.onStatement(text);
          const query = values.length === 0 ? { text } : { name: nameOf(text), text, values: [...values] };
          const result = await toldWork(
            () => ({ kind: 'statement', name: text, facts: { pool: watch.name } }),
            () => answerOf(client.query(query)),
          );
          watch.onAnswer();
          return result;
        } catch (error) {
          if (isDatabaseDown(error)) broken = true;
          else watch.onAnswer();
          throw error;
        }
      };
      const lent = {
        // Of a transaction the whole is repeated (store.ts).
        query(text: string, values: readonly unknown[]) {
          if (text === 'begin') inTransaction = true;
          const result = inTransaction ? send(text, values) : again(() => send(text, values));
          if (text === 'commit' || text === 'rollback') inTransaction = false;
          return result;
        },
        release: (destroy?: boolean) => client.release(broken || Boolean(destroy)),
      };
      // Kysely's type has a second form of `query`, for cursors, which this service does not use.
      return lent as unknown as PostgresPoolClient;
    },
  };
}

/** A connection; fails when none becomes free and the database has not answered any statement meanwhile. */
function lend(pool: pg.Pool, { answers }: PoolWatch): Promise<pg.PoolClient> {
  if (pool.idleCount > 0 && pool.waitingCount === 0) return pool.connect();
  return new Promise((resolve, reject) => {
    let gaveUp = false;
    let heard = answers();
    const passed = (): void => {
      if (answers() > heard) {
        heard = answers();
        stop = startDeadline(waits.connection, passed);
        return;
      }
      gaveUp = true;
      reject(new Error('timeout exceeded when trying to connect'));
    };
    let stop = startDeadline(waits.connection, passed);
    pool.connect().then(
      (client) => {
        stop();
        if (gaveUp) client.release();
        else resolve(client);
      },
      (error: Error) => {
        stop();
        reject(error);
      },
    );
  });
}

/** The answer; fails when it does not come. The driver still waits for it until the connection is closed. */
function answerOf<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = startDeadline(waits.answer, () => reject(new Error('Query read timeout')));
    answer.then(resolve, reject).finally(stop);
  });
}
