/** Which errors mean that the database cannot be reached, as opposed to a fault in what it was asked. */

const networkCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);

/**
 * SQLSTATE classes and codes (PostgreSQL, appendix A): connection exceptions, too many connections, shutting down or
 * starting up, disk full and out of memory, a statement that took too long, and the read-only standby that a fail-over
 * leaves behind.
 */
const sqlStates = /^(?:08...|57P0[0-5]|57014|53...|25006)$/;

const driverMessages =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable|Cannot use a pool after calling end/;

/** True for every failure of the connection; the answer to the caller is then 503 `unavailable`. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.cause !== undefined && isDatabaseDown(error.cause)) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseDown);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return networkCodes.has(code) || sqlStates.test(code) || driverMessages.test(error.message);
}
