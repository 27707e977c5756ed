/**
 * Writes one log line for every call and counts it in the metrics. The category 'authentication' has only the steps of
 * spec §4.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endpoints, type Endpoint } from '@app/contract/calls/endpoints.ts';

import { hmac } from '#security/tokens/handles.ts';
import type { Keys } from '#security/tokens/keys.ts';

import { clientOf } from '#http/request/client-address.ts';
import type { Metrics } from '#metrics/metrics.ts';
import { collectLoggedPaths } from '#http/request/request-address.ts';

/**
 * Hashes addresses for the log. The key is a secret of the service, so the log never reveals who a person is, but one
 * person's calls can still be found together.
 */
export function createSubjectHash(keys: Keys): (email: string) => string {
  return (email) => hmac(keys.secret('log-subject'), email).toString('base64url').slice(0, 12);
}

export function installCallLog(app: FastifyInstance, metrics: Metrics): void {
  const loggedPath = collectLoggedPaths(app);
  app.addHook('onResponse', async (request, reply) => {
    const status = reply.statusCode;
    const seconds = reply.elapsedTime / 1000;
    const route = routeOf(request);
    metrics.answered({ route, status, seconds, refusal: request.refusalName });

    const call = callIn(request);
    const line = {
      ...call,
      ...(!call && { path: loggedPath(request.url) }),
      method: request.method,
      status,
      outcome: request.refusalName ?? (status < 400 ? 'success' : 'refused'),
      ...(status >= 400 && { reason: request.refusalReason ?? 'a page says so' }),
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...whoIn(request),
    };
    if (status >= 500) request.log.error(line, 'answered');
    else if (status < 400 && isFrequent(route)) request.log.debug(line, 'answered');
    else request.log.info(line, 'answered');
  });
}

/** The call, or the address as the routes know it. Files have one name together: their number grows with each build. */
function routeOf({ endpoint, routeOptions }: FastifyRequest): string {
  const url = endpoint ?? routeOptions.url ?? 'none';
  const [, folder] = /^(\/assets|\/dashboard\/assets)\//.exec(url) ?? [];
  return folder ?? url;
}

/** What machines ask for all the time, and the files of a page: their lines would hide the others. */
const frequent: ReadonlySet<string> = new Set([
  '/healthz',
  '/readyz',
  '/metrics',
  '/assets',
  '/dashboard/assets',
]);
const isFrequent = (route: string): boolean => frequent.has(route);

/** The line of a call that succeeded and is followed by another within the same request. */
export function logCallBefore(request: FastifyRequest): void {
  const line = { ...callIn(request), method: request.method, outcome: 'success', ...whoIn(request) };
  request.log.info(line, 'answered');
}

function callIn(request: FastifyRequest) {
  const { endpoint: name } = request;
  if (name === undefined) return undefined;
  const endpoint: Endpoint = endpoints[name];
  if (endpoint.audience !== 'anyone') return { category: 'dashboard', call: name };
  return {
    ...(endpoint.step ? { category: 'authentication', step: endpoint.step } : { category: 'call' }),
    call: name,
  };
}

const whoIn = (request: FastifyRequest) => ({
  client: clientOf(request.ip),
  ...(request.subject && { subject: request.subject }),
  ...(request.clientType && { clientType: request.clientType }),
});
