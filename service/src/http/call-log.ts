/** One line in the log for every call, in the category 'authentication' where it is a step of a flow (§4), and the metrics. */
import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { endpoints, type Endpoint } from '@app/contract/endpoints.ts';

import type { Keys } from '#security/keys.ts';

import { clientOf } from './client-address.ts';
import type { Metrics } from './metrics.ts';

/**
 * Hashes addresses for the log. The key is a secret of the service, so the log alone never tells who somebody is, and
 * one person's calls can still be found together.
 */
export function createSubjectHash(keys: Keys): (email: string) => string {
  const key = keys.secret('log-subject');
  return (email) => createHmac('sha256', key).update(email).digest('base64url').slice(0, 12);
}

export function installCallLog(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const status = reply.statusCode;
    const route = request.endpoint ?? request.routeOptions.url ?? 'none';
    metrics.answered(route, status, reply.elapsedTime / 1000, request.refusalName);

    const endpoint: Endpoint | undefined = request.endpoint && endpoints[request.endpoint];
    const line = {
      ...(endpoint && {
        category: 'authentication',
        call: request.endpoint,
        ...(endpoint.step && { step: endpoint.step }),
      }),
      // The path without its query: queries of this product carry tokens.
      ...(!endpoint && { path: request.url.split('?')[0]?.slice(0, 200) }),
      method: request.method,
      status,
      outcome: request.refusalName ?? (status < 400 ? 'success' : 'refused'),
      ms: Math.round(reply.elapsedTime * 10) / 10,
      client: clientOf(request.ip),
      ...(request.subject && { subject: request.subject }),
    };
    if (status >= 500) request.log.error(line, 'answered');
    else if (endpoint) request.log.info(line, 'answered');
    else request.log.debug(line, 'answered');
  });
}
