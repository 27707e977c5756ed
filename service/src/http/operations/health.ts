/** Answers operators and other services: health, metrics and the public signing keys. */
import type { FastifyInstance } from 'fastify';

import type { Deps } from '#deps.ts';
import { Refusal } from '#refusal.ts';

import { isLoopbackAddress } from '#http/request/client-address.ts';
import { withDatabaseTimeout } from '#http/calls/database-timeout.ts';
import type { Figures } from '#metrics/figures.ts';
import { cameThroughProxy, createTrust } from '#http/request/trusted-proxies.ts';

/** Set by the process as it ends: from then on the service is not ready, though it answers what still comes. */
export interface Lifecycle {
  stopping: boolean;
}

export function installHealth(
  app: FastifyInstance,
  deps: Deps,
  metrics: Figures,
  lifecycle: Lifecycle,
): void {
  const { environment, metricsPort, processes, trustedProxies } = deps.settings;
  const isTrusted = createTrust(trustedProxies);

  /** The process lives. Says nothing about what it needs. */
  app.get('/healthz', async () => ({ status: 'ok' }));

  /** The process can answer calls: its database is reached and it is not about to end. */
  app.get('/readyz', async () => {
    if (lifecycle.stopping) throw new Refusal('unavailable', { retryAfter: 5 });
    await withDatabaseTimeout(deps.store.ping(), deps.store);
    return { status: 'ready' };
  });

  /**
   * Here for this machine alone, and only where METRICS_PORT does not name a port for it. One of several processes has
   * only its own share of the figures: theirs are added up on METRICS_PORT.
   */
  app.get('/metrics', async (request, reply) => {
    const peer = request.socket.remoteAddress;
    const isLocal = environment === 'development' || isLoopbackAddress(peer ?? '');
    if (
      metricsPort !== undefined ||
      processes > 1 ||
      !isLocal ||
      cameThroughProxy(request.headers, peer, isTrusted)
    )
      throw new Refusal('notFound');
    return reply.type(metrics.contentType).send(await metrics.text());
  });

  /** Public keys of ID and access tokens (RFC 7517). Kept for ten minutes, so that a new key is known before it signs. */
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.headers({ 'cache-control': 'public, max-age=600, stale-if-error=86400' });
    return deps.keys.publicJwks();
  });
}
