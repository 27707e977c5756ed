/** Pages that only the people at this machine may see. */
import type { FastifyInstance } from 'fastify';

import { saysForwarded } from './trusted-proxies.ts';

/**
 * Routes that `install` adds are unknown to a request that a proxy passed on: development that a tunnel or a proxy makes
 * public must not show its emails, stand-ins and tokens.
 */
export function notThroughProxies(app: FastifyInstance, install: (own: FastifyInstance) => void): void {
  void app.register(async (own) => {
    own.addHook('onRequest', async (request, reply) => {
      if (saysForwarded(request.headers)) reply.callNotFound();
    });
    install(own);
  });
}
