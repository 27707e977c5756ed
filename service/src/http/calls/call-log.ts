/** Writes one log line for every call and counts it in the metrics. The category 'authentication' has the steps of spec §4 alone. */
import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endpoints, type Endpoint, type EndpointName } from '@app/contract/calls/endpoints.ts';

import type { Keys } from '#security/tokens/keys.ts';

import { clientOf } from '#http/request/client-address.ts';
import type { Metrics } from '#http/operations/metrics.ts';
import { collectLoggedPaths } from '#http/request/logged-path.ts';

/**
 * Hashes addresses for the log. The key is a secret of the service, so the log alone never tells who somebody is, and
 * one person's calls can still be found together.
 */
export function createSubjectHash(keys: Keys): (email: string) => string {
  const key = keys.secret('log-subject');
  return (email) => createHmac('sha256', key).update(email).digest('base64url').slice(0, 12);
}

export function installCallLog(app: FastifyInstance, metrics: Metrics): void {
  const loggedPath = collectLoggedPaths(app);
  app.addHook('onResponse', async (request, reply) => {
    const status = reply.statusCode;
    const route = request.endpoint ?? request.routeOptions.url ?? 'none';
    metrics.answered(route, status, reply.elapsedTime / 1000, request.refusalName);

    const call = callIn(request);
    const line = {
      ...call,
      ...(!call && { path: loggedPath(request.url) }),
      method: request.method,
      status,
      outcome: request.refusalName ?? (status < 400 ? 'success' : 'refused'),
      ...(request.refusalReason && { reason: request.refusalReason }),
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...whoIn(request),
    };
    if (status >= 500) request.log.error(line, 'answered');
    else if (call || isRefusedChange(request, status)) request.log.info(line, 'answered');
    else request.log.debug(line, 'answered');
  });
}

/**
 * What a start at the default level should show beside calls: a form or file that was refused, and a request for another
 * host. Visits that find nothing stay at debug: scanners make thousands.
 */
const isRefusedChange = ({ method, refusalName }: FastifyRequest, status: number): boolean =>
  status >= 400 && (!/^(?:GET|HEAD|OPTIONS)$/.test(method) || refusalName === 'misdirected');

/** The line of a call that succeeded and is followed by another within the same request. */
export function logCallBefore(request: FastifyRequest): void {
  const line = { ...callIn(request), method: request.method, outcome: 'success', ...whoIn(request) };
  request.log.info(line, 'answered');
}

function callIn(request: FastifyRequest) {
  const { endpoint: name } = request;
  if (name === undefined) return undefined;
  if (!Object.hasOwn(endpoints, name)) return { category: 'dashboard', call: name };
  const endpoint: Endpoint = endpoints[name as EndpointName];
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
