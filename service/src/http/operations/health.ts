/** Answers operators and other services: health, metrics and the public signing keys. */
import type { FastifyInstance } from 'fastify';

import type { Deps } from '#deps.ts';
import { Refusal } from '#refusal.ts';

import { databaseReason } from '#store/connection/database-reason.ts';
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

  /** Why the database could not be used when it was last asked: told once, and not at each probe. */
  let told: string | undefined;

  /** The process can answer calls: a sign-in works with its database, and it is not about to end. */
  app.get('/readyz', async () => {
    if (lifecycle.stopping) throw new Refusal('unavailable', { retryAfter: 5 });
    const check = deps.store.check().catch((error: unknown) => {
      const reason = databaseReason(error);
      if (reason !== told) deps.log.error({ reason }, 'not ready: the database cannot be used');
      told = reason;
      throw new Refusal('unavailable', { retryAfter: 5 });
    });
    await withDatabaseTimeout(check, deps.store);
    told = undefined;
    return { status: 'ready' };
  });

  /**
   * Only for this machine, and only where METRICS_PORT is not set. One of several processes has only its own figures:
   * METRICS_PORT serves the sums.
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
