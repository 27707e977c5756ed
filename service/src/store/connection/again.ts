/**
 * Repeats what the database rolled back and asks for again: a serialisation failure, as distributed engines and the
 * isolation level `serializable` have them, or a deadlock (PostgreSQL, appendix A, class 40).
 */
import { setTimeout as delay } from 'node:timers/promises';

/** So many tries, the waits between them together two and a half seconds at most. */
const mostTries = 30;
/** Milliseconds; a random part of it, so that calls that met once do not meet again. */
const longestWait = 100;

const isRolledBack = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');

/** Runs `work` until the database does not roll it back. `work` changes nothing but the database. */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isRolledBack(error) || tries === mostTries) throw error;
    }
    await delay(Math.random() * Math.min(longestWait, 2 ** tries));
  }
}
