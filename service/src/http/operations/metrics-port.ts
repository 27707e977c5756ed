/** The figures on a port of their own, which no proxy in front of the product reaches: METRICS_HOST and METRICS_PORT. */
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';

import type { Settings } from '#settings/config.ts';

import type { Headers } from '#http/request/headers.ts';
import type { Metrics } from './metrics.ts';
import { pathOf } from '#http/request/request-address.ts';
import { cameThroughProxy, createTrust } from '#http/request/trusted-proxies.ts';

/** Opens the port before the app listens, and closes it with the app. A port that is taken fails the start by name. */
export function installMetricsPort(
  app: FastifyInstance,
  settings: Settings,
  { metrics, headers }: { readonly metrics: Metrics; readonly headers: Headers },
): void {
  const { metricsPort, metricsHost } = settings;
  if (metricsPort === undefined) return;
  const isTrusted = createTrust(settings.trustedProxies);
  const server = createServer((request, response) => {
    const isFigures = request.method === 'GET' && pathOf(request.url ?? '') === '/metrics';
    if (!isFigures || cameThroughProxy(request.headers, request.socket.remoteAddress, isTrusted)) {
      response.writeHead(404, headers.api).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { ...headers.api, 'content-type': metrics.contentType }).end(text),
      (error: unknown) => {
        app.log.error({ err: error }, 'the figures could not be written');
        response.writeHead(500, headers.api).end();
      },
    );
  });
  app.addHook('onReady', async () => {
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        reject(new Error(`METRICS_PORT ${metricsPort} cannot be used on ${metricsHost} (${error.code}).`)),
      );
      server.listen({ host: metricsHost, port: metricsPort }, resolve);
    });
    app.log.info({ address: server.address() }, 'the figures have a port of their own');
  });
  app.addHook('onClose', async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
}
