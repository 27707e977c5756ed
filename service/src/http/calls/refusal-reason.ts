/** Why a request was refused, for its log line: our own words, never a value that somebody sent. */
import { Refusal } from '#refusal.ts';
import { isDatabaseDown } from '#store/store.ts';

/** The reason of a refusal, its fields with their problems, or its own words; else the code of the web framework's error. */
export function refusalReason(error: unknown): string {
  if (error instanceof Refusal) {
    const { reason, fields = {} } = error.details;
    // Without a colon: `code: …` in a line of the log is read as a code, and cut out.
    const problems = Object.entries(fields).map(([field, says]) => `${field} ${says.join(' ')}`);
    return reason ?? (problems.length > 0 ? problems.join(', ') : error.message);
  }
  if (isDatabaseDown(error)) return 'the database does not answer';
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')
    ? String(error.code)
    : 'a fault';
}
