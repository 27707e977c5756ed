/** Why a request was refused, for its log line: our own words, never a value that somebody sent. */
import { Refusal } from '#refusal.ts';

/** The reason of a refusal; else its fields with their problems; else the code of the web framework's error. */
export function refusalReason(error: unknown): string | undefined {
  if (error instanceof Refusal) {
    const { reason, fields = {} } = error.details;
    const problems = Object.entries(fields).map(([field, says]) => `${field}: ${says.join(' ')}`);
    return reason ?? (problems.length > 0 ? problems.join(', ') : undefined);
  }
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')
    ? String(error.code)
    : undefined;
}
