/** Browsers report what a page's policy stopped; it goes to the log, without anything that an address could carry. */
import type { FastifyInstance } from 'fastify';

import type { Deps } from '#deps.ts';

import { clientOf } from '#http/request/client-address.ts';
import { parseJsonBody } from '#http/calls/json-body.ts';
import { isForeignOrigin, ownOrigins, type BrowserLines } from './browser-lines.ts';

/** Reports logged of one delivery. */
const reportsMax = 10;

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
