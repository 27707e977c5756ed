/** Reads the body of a refusal by this service, a proxy, or another service with the same contract (spec §8). */
import * as v from 'valibot';

import { challengeTimes, type ErrorBody } from '@app/contract/calls/refusals.ts';

/** The fields of a refusal's body. */
export interface ReadError {
  readonly name: string | undefined;
  readonly message: string | undefined;
  readonly fields: ErrorBody['fields'];
  readonly challenge: ErrorBody['challenge'];
  readonly requestId: string | undefined;
}

/**
 * Reads any JSON body of a refusal: a `name` or a `message`, inside `error` or beside it, with or without a
 * `requestId`. A field that is missing or of another type is undefined.
 */
export function readErrorBody(body: unknown): ReadError {
  const { error, name, message, fields, challenge, requestId } = record(body);
  const inner = record(error);
  const times = v.safeParse(challengeTimes, challenge);
  return {
    name: text(inner['name']) ?? text(name),
    message: text(inner['message']) ?? text(message),
    fields: isFields(fields) ? fields : undefined,
    challenge: times.success ? times.output : undefined,
    requestId: text(requestId),
  };
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const isFields = (value: unknown): value is Record<string, string[]> =>
  Object.values(record(value)).every(
    (problems) => Array.isArray(problems) && problems.every((problem) => typeof problem === 'string'),
  );
