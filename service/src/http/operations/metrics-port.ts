/** The figures on a separate port, which no proxy in front of the product reaches: METRICS_HOST and METRICS_PORT. */
import { createServer } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

import type { Settings } from '#settings/config.ts';

import { createHeaders } from '#http/request/headers.ts';
import type { Figures } from '#metrics/figures.ts';
import { pathOf } from '#http/request/request-address.ts';
import { saysForwarded } from '#http/request/trusted-proxies.ts';

/**
 * Answers `/metrics` with the figures on METRICS_HOST and METRICS_PORT. No proxy is in front of this port, so its peer
 * may be anyone whom the network lets through: Prometheus often has an address of TRUSTED_PROXIES, which in a cluster
 * is the network of all pods. A request with a header of a proxy came from outside by mistake, and gets 404.
 */
export function createMetricsServer(settings: Settings, figures: Figures, log: FastifyBaseLogger) {
  const { metricsPort, metricsHost } = settings;
  const { api } = createHeaders(settings);
  const server = createServer((request, response) => {
    const isFigures = request.method === 'GET' && pathOf(request.url ?? '') === '/metrics';
    if (!isFigures || saysForwarded(request.headers)) {
      response.writeHead(404, api).end();
      return;
    }
    figures.text().then(
      (text) => response.writeHead(200, { ...api, 'content-type': figures.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'the figures could not be written');
        response.writeHead(500, api).end();
      },
    );
  });
  return {
    /** A port that is in use fails the start by name. */
    async open(): Promise<void> {
      await new Promise<void>((resolve, reject) => {
        server.once('error', (error: NodeJS.ErrnoException) =>
          reject(new Error(`METRICS_PORT ${metricsPort} cannot be used on ${metricsHost} (${error.code}).`)),
        );
        server.listen({ host: metricsHost, port: metricsPort }, resolve);
      });
      log.info({ address: server.address() }, 'the figures have a port of their own');
    },
    async close(): Promise<void> {
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/**
 * Opens the port before the app listens, and closes it with the app. Of several processes the one that started them
 * opens it.
 */
export function installMetricsPort(app: FastifyInstance, settings: Settings, metrics: Figures): void {
  if (settings.metricsPort === undefined || settings.processes > 1) return;
  const server = createMetricsServer(settings, metrics, app.log);
  app.addHook('onReady', () => server.open());
  app.addHook('onClose', () => server.close());
}
