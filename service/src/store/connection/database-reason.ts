/** Says in words why a database cannot be used, for the start, `npm run operate doctor` and the log line of `/readyz`. */
import { isDatabaseDown } from './database-down.ts';

/** The database answers, but a sign-in could not work with it. The message is shown to the operator. */
export class UnusableDatabase extends Error {}

/** Codes of the network, and SQLSTATE codes (PostgreSQL, appendix A). */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its host name is not known',
  EAI_AGAIN: 'its host name is not known now',
  ENOENT: 'the folder of its socket has none',
  ETIMEDOUT: 'its host does not answer',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its host cannot be reached',
  ECONNRESET: 'it closed the connection',
  '3D000': 'it has no database of that name',
  '28P01': 'the password is wrong',
  '28000': 'it has no such user, or does not let that user in',
  '42501': 'the user lacks a permission',
  '53300': 'it has too many connections already',
  '53100': 'its disk is full',
  '57P01': 'it is shutting down',
  '57P03': 'it is starting or shutting down',
  '25006': 'it is read-only, as a standby is',
  '42P05': 'a pooler mixes up prepared statements',
  '26000': 'a pooler mixes up prepared statements',
};

const pooler =
  'PgBouncer needs version 1.21 or newer with max_prepared_statements for its transaction mode, else its session mode';

/** The reason, without a secret. An error without a reason of ours keeps its message and code. */
export function databaseReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return databaseReason(error.errors[0]);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const parameter = /unsupported startup parameter[^:]*: (\w+)/i.exec(error.message)?.[1];
  if (parameter !== undefined)
    return `a pooler refuses the start parameter ${parameter}: name it in ignore_startup_parameters of PgBouncer`;
  if (code === '42P05' || code === '26000') return `${reasons[code]}: ${pooler}`;
  if (reasons[code] !== undefined) return reasons[code];
  if (/SSL|TLS|certificate/i.test(error.message)) return `TLS failed: ${error.message}`;
  if (code === '' && isDatabaseDown(error)) return 'it does not answer';
  return error instanceof UnusableDatabase || code === '' ? error.message : `${error.message} (${code})`;
}
