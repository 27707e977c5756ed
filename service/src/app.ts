/** Builds the web application from its rooms. It does not listen; tests inject requests into it. */
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';

import type { Deps } from './deps.ts';
import { installAppPages } from './http/pages/app-pages.ts';
import { loadBuiltApp } from './http/pages/built-app.ts';
import { createSubjectHash, installCallLog } from './http/calls/call-log.ts';
import { createBrowserLines, installCspReport, installLogIntake } from './http/operations/browser-lines.ts';
import { createDefaultLimit } from './http/calls/default-limit.ts';
import { installRequestHooks, sendRefusal } from './http/calls/request-hooks.ts';
import { createHeaders, type Headers, requestIdHeader } from './http/request/headers.ts';
import { installHealth, type Lifecycle } from './http/operations/health.ts';
import { bodyLimit } from './http/calls/json-body.ts';
import { installMetricsPort } from './http/operations/metrics-port.ts';
import { createStepPageSender, pageBrand } from '#http/documents/page-brand.ts';
import { installOwnPages } from './http/documents/own-pages.ts';
import { createPages } from './http/pages/pages.ts';
import { clientErrorAnswer, installExpectationAnswer } from './http/request/protocol-errors.ts';
import { createTrust, notThroughProxies } from './http/request/trusted-proxies.ts';
import { declareRequestFacts } from './http/request/request-facts.ts';
import { createCaller, installRoutes } from './http/calls/routes.ts';
import { installDashboardPages } from './http/pages/dashboard-pages.ts';
import { installSamlConfiguration } from './http/saml/configuration.ts';
import { installSamlPages } from './http/saml/pages.ts';
import { installSecurityTxt } from './http/operations/security-txt.ts';
import { installServiceHealth } from './http/operations/service-health.ts';
import { installSiteFiles } from './http/documents/site-files.ts';
import { installRequestTraces, type RequestTraces } from './http/request/request-traces.ts';

export interface AppOptions {
  /** The build of the sign-in app: `client/assets`, `pages` and `server/render.js`. */
  readonly distDir?: string;
  /** The build of the dashboard: `client/assets` and `pages`. */
  readonly dashboardDir?: string;
  /** Set to stopping by the process as it ends. */
  readonly lifecycle?: Lifecycle;
  readonly traces?: RequestTraces;
  /** Adds what only development has (mailbox, stand-ins); called once, before the app is ready. */
  readonly extend?: (app: FastifyInstance, headers: Headers, deps: Deps) => void;
}

const builtSignIn = fileURLToPath(new URL('../../sign-in/dist', import.meta.url));
const builtDashboard = fileURLToPath(new URL('../../dashboard/dist', import.meta.url));

/** Milliseconds (threat E5). */
const timeouts = { headers: 10_000, request: 15_000, keepAlive: 5_000, sweep: 1_000 };
/** Bytes of all header lines together. */
const headersMax = 8 * 1024;

export function buildApp(deps: Deps, options: AppOptions = {}): FastifyInstance {
  const { settings } = deps;
  const { distDir = builtSignIn, dashboardDir = builtDashboard, extend } = options;
  const { lifecycle = { stopping: false } } = options;
  const headers = createHeaders(settings);

  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    // One line a call is written by `call-log.ts`; the framework's own two would say less.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    trustProxy: settings.trustedProxies.length > 0 ? createTrust(settings.trustedProxies) : false,
    bodyLimit,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.keepAlive,
    // Requests that are under way when the service stops are answered: `lifecycle` tells balancers in time.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.sweep,
      maxHeaderSize: headersMax,
      // Node's own answer to a missing Host has no body and no headers; the host check answers it.
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) =>
      clientErrorAnswer(error, socket, { headers: headers.api, log: deps.log }),
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headers.api).header(requestIdHeader, request.id);
      void sendRefusal(error, request, reply);
    },
  });
  installExpectationAnswer(app.server as Server, { headers: headers.api, log: deps.log });

  const { metrics } = deps;
  const limit = createDefaultLimit({ onRefused: () => metrics.limited('default') });
  const caller = createCaller(deps, limit, createSubjectHash(deps.keys));
  const built = loadBuiltApp(distDir, settings);
  if (built === undefined) deps.log.warn('the sign-in app is not built: its pages are answered with 503');
  const pages = createPages(settings, headers, built);
  const brand = pageBrand(settings, `${distDir}/client/assets`);
  const sendPage = createStepPageSender(headers, brand);

  declareRequestFacts(app);
  if (options.traces) installRequestTraces(app, options.traces, settings.trustedProxies);
  installRequestHooks(app, settings, headers, pages);
  installCallLog(app, metrics);
  installMetricsPort(app, settings, metrics);
  // Routes go into a plugin, so that they are added after CORS and the other hooks are in place.
  void app.register(async (scope) => {
    // A build that cannot render fails the start, and not the first visit.
    await built?.render;
    installRoutes(scope, caller);
    installSamlConfiguration(scope, deps, caller);
    installHealth(scope, deps, metrics, lifecycle);
    installServiceHealth(scope, deps, limit, lifecycle);
    installAppPages(scope, { deps, sendPage, limit, caller, pages });
    installSamlPages(scope, sendPage, deps, caller);
    installSiteFiles(scope, settings, `${distDir}/client/assets`);
    installDashboardPages(scope, { settings, headers, dir: dashboardDir });
    installOwnPages(scope, settings, headers, brand);
    const lines = createBrowserLines(metrics);
    installCspReport(scope, deps, lines);
    installSecurityTxt(scope, deps);
    installLogIntake(scope, deps, lines);
    if (extend) notThroughProxies(scope, (own) => extend(own, headers, deps));
  });
  // An open keep-alive connection would delay the end of the process.
  app.addHook('onSend', async (_request, reply) => {
    if (lifecycle.stopping) reply.header('connection', 'close');
  });
  return app;
}
