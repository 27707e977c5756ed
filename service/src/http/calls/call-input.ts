/** Reads what a call takes, by its entry in the contract: the ids of the path, the query, the body, the key. */
import * as v from 'valibot';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '@app/contract/calls/endpoint.ts';
import { uuid } from '@app/contract/dashboard/dashboard-fields.ts';
import { fieldProblems } from '@app/contract/fields/fields.ts';
import * as limits from '@app/contract/fields/limits.ts';

import { Refusal } from '#refusal.ts';

/** The parts of a call as they came. */
export interface Given {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: unknown;
  /** undefined: none came, or not as JSON. */
  readonly body: unknown;
}

/** The query and the body after the contract's rules; otherwise `invalid` with each field's problem. */
export function checkInput({ query, body }: Endpoint, given: Given) {
  if (body && given.body === undefined) throw new Refusal('unsupportedMediaType');
  return {
    query: query ? check(query, readableQuery(given.query)) : null,
    body: body ? check(body, given.body) : null,
  };
}

function check(schema: v.ObjectSchema<v.ObjectEntries, undefined>, given: unknown): object {
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  const read = v.safeParse(schema, isObject ? given : null);
  if (read.success) return read.output;
  const problems = fieldProblems(schema, isObject ? given : {});
  throw new Refusal('invalid', {
    fields: Object.fromEntries(
      Object.entries(problems).map(([field, problem]) => [field, [String(problem)]]),
    ),
  });
}

/** PostgreSQL takes no NUL, which no person types. */
function readableQuery(query: unknown): unknown {
  for (const [field, value] of Object.entries(query as Record<string, unknown>)) {
    if (typeof value === 'string' && value.includes('\0'))
      throw new Refusal('invalid', { fields: { [field]: ['is_invalid'] } });
  }
  return query;
}

/** The ids of the path, in lower case. What cannot be one is `notFound`. */
export function checkParams({ path }: Endpoint, given: Given['params'] = {}): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const read = v.safeParse(wordParams.has(name) ? word : uuid, given[name] ?? '');
    if (!read.success) throw new Refusal('notFound');
    params[name] = read.output;
  }
  return params;
}

/** The parts of a path that are no UUID. */
export const wordParams: ReadonlySet<string> = new Set(['domain', 'deviceId']);
const word = v.pipe(
  v.string(),
  v.nonEmpty(),
  v.maxLength(limits.domainMax),
  v.regex(/^[^\p{Cc}]*$/u),
  v.toLowerCase(),
);

/** 1 to 128 visible ASCII characters, once (requirements §3). */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,128}$/.test(key)) return key;
  throw new Refusal('invalid', { fields: { 'idempotency-key': ['is_invalid'] } });
}
