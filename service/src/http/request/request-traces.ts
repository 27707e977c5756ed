/** Runs each request within its span, if there are traces; else nothing is added to the way of a request. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { createTrust } from './trusted-proxies.ts';

export interface TracedRequest {
  readonly method: string;
  /** The `traceparent` as it came. */
  readonly header: unknown;
  /** Whether the peer is one of TRUSTED_PROXIES. */
  readonly fromTrusted: boolean;
  readonly requestId: string;
}

export interface RequestSpan {
  readonly traceId: string;
  /** Runs what belongs to the request. */
  within(work: () => void): void;
  end(answer: {
    readonly route: string;
    readonly status: number;
    readonly refusal: string | undefined;
  }): void;
}

export interface RequestTraces {
  begin(request: TracedRequest): RequestSpan;
}

export function installRequestTraces(
  app: FastifyInstance,
  traces: RequestTraces,
  trustedProxies: readonly string[],
): void {
  const isTrusted = createTrust(trustedProxies);
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const span = traces.begin({
      method: request.method,
      header: request.headers['traceparent'],
      fromTrusted: isTrusted(request.socket.remoteAddress),
      requestId: request.id,
    });
    spans.set(request, span);
    span.within(done);
  });
  // The body arrives in events of the socket, which know nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.within(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end({
      route: request.endpoint ?? request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      refusal: request.refusalName,
    });
    done();
  });
}
