/**
 * What browsers write into the service's log, which cleans it as every other line (spec §8, spec §9): what the apps log,
 * and what a page's policy stopped; which pages may, and how many lines of one address.
 */
import type { FastifyRequest, FastifyInstance } from 'fastify';
import { minutes } from '@app/contract/fields/durations.ts';
import { logBatch, logIntakePath, type LogEntry } from '@app/log/log-batch.ts';
import * as v from 'valibot';

import type { Settings } from '#settings/config.ts';
import type { Metrics } from '#metrics/metrics.ts';

import { createDefaultLimit } from '#http/calls/default-limit.ts';
import type { Deps } from '#deps.ts';
import { clientOf } from '#http/request/client-address.ts';
import { parseJsonBody } from '#http/calls/json-body.ts';
import { Refusal } from '#refusal.ts';

interface BrowserLines {
  /** Counts one line; throws `Refusal('rateLimited')` above the limit. */
  take(client: string, now: number): void;
}

/**
 * Lines of one client in 15 minutes, by all addresses that take them: each of 50 people behind one address may have a
 * bad day. More are refused: a stranger must not fill the disk.
 */
const lineLimit = { calls: 2000, window: minutes(15), clientsMax: 20_000 };

export function createBrowserLines(metrics: Metrics): BrowserLines {
  const limit = createDefaultLimit({ ...lineLimit, onRefused: () => metrics.limited('log-intake') });
  return { take: (client, now) => limit.take('line', client, now) };
}

/** The origins of our pages. */
const ownOrigins = ({ publicUrl, allowedOrigins }: Settings): readonly string[] => [
  new URL(publicUrl).origin,
  ...allowedOrigins,
];

/**
 * Whether the browser says that a foreign page sent this. False if the browser says nothing, as in the reports that it
 * sends automatically.
 */
function isForeignOrigin({ headers }: FastifyRequest, own: readonly string[]): boolean {
  const { origin } = headers;
  return origin !== undefined && origin !== 'null' && !own.includes(origin);
}

/** Reports logged of one delivery. */
const reportsMax = 10;

/** The reports of browsers, without anything that an address could carry. */
export function installCspReport(app: FastifyInstance, deps: Deps, lines: BrowserLines): void {
  const own = ownOrigins(deps.settings);
  // Its own scope: only this address takes these media types.
  void app.register(async (scope) => {
    for (const type of ['application/csp-report', 'application/reports+json']) {
      scope.addContentTypeParser(type, { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
        parseJsonBody(body),
      );
    }
    scope.post('/csp-report', async (request, reply) => {
      const client = clientOf(request.ip);
      const reports = isForeignOrigin(request, own) ? [] : [request.body].flat().slice(0, reportsMax);
      for (const csp of reports.map(summary)) {
        // Any page's policy may name this address as the one for its reports.
        if (!own.includes(originOf(csp.page))) continue;
        lines.take(client, deps.clock());
        request.log.warn({ csp, client }, 'a page broke its content security policy');
      }
      return reply.status(204).send();
    });
  });
}

/** Which rule, where and what, if a report says it; both spellings of the two report formats. */
function summary(report: unknown): { directive: string; blocked: string; page: string } {
  const outer = isRecord(report) ? report : {};
  const body = [outer['csp-report'], outer['body'], outer].find(isRecord) ?? {};
  const first = (...names: string[]): string => {
    const value = names.map((name) => body[name]).find((one) => typeof one === 'string');
    return (typeof value === 'string' ? value : '').slice(0, 200);
  };
  return {
    // Only its name: an older report has the values after it.
    directive:
      /^[a-z-]*/.exec(first('effectiveDirective', 'effective-directive', 'violated-directive'))?.[0] ?? '',
    blocked: first('blockedURL', 'blocked-uri').split(/[?#]/)[0] ?? '',
    page: first('documentURL', 'document-uri').split(/[?#]/)[0] ?? '',
  };
}

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : '');

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A clock that is further off tells nothing about when it happened. */
const ageMax = minutes(24 * 60);

/** What the apps log in the browser. */
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
