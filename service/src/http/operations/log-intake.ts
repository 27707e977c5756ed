/**
 * The log intake: what the apps log in the browser becomes lines of the service's own log, which cleans them as every
 * other line (spec §8, spec §9).
 */
import { logBatch, logIntakePath, type LogEntry } from '@app/log/log-batch.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';

import type { Deps } from '#deps.ts';
import { Refusal } from '#refusal.ts';

import { ownOrigins, type BrowserLines } from './browser-lines.ts';
import { clientOf } from '#http/request/client-address.ts';
import { minutes } from '@app/contract/fields/durations.ts';

/** A clock that is further off tells nothing about when it happened. */
const ageMax = minutes(24 * 60);

export function installLogIntake(app: FastifyInstance, deps: Deps, lines: BrowserLines): void {
  app.post(logIntakePath, async (request, reply) => {
    requireOwnPage(request, deps);
    const { success, output: batch } = v.safeParse(logBatch, request.body);
    if (!success) throw new Refusal('invalid');
    const client = clientOf(request.ip);
    const now = deps.clock();
    const { app: source, version, page, roles, dropped, entries } = batch;
    const of = { source, version, page, client, ...(roles && { roles }) };
    if (dropped !== undefined && dropped > 0) {
      lines.take(client, now);
      request.log.warn({ ...of, dropped }, 'an app left log entries out');
    }
    for (const entry of entries) {
      lines.take(client, now);
      request.log[entry.level]({ ...lineOf(entry, now), ...of }, entry.message);
    }
    return reply.status(204).send();
  });
}

/** A foreign page may not write into the log. Both headers are the browser's: no page can set them. */
function requireOwnPage(request: FastifyRequest, { settings }: Deps): void {
  const { origin } = request.headers;
  if (origin === undefined || !ownOrigins(settings).includes(origin))
    throw new Refusal('forbidden', { reason: 'log entries of a foreign page' });
}

/** The properties are nested under their own name, so that none of them can pass for one of the service's. */
function lineOf({ at, category, properties }: LogEntry, now: number): Record<string, unknown> {
  return {
    category,
    ...(Math.abs(now - at) <= ageMax && { at: new Date(at).toISOString() }),
    ...(properties && { properties }),
  };
}
