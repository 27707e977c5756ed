/**
 * Traces by OpenTelemetry (docs/decisions/metrics-and-traces.md). Loaded only if OTEL_EXPORTER_OTLP_ENDPOINT is set: a
 * span for each request and, within it, for what `toldWork` tells: statements, hashes, emails, requests to others.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import { cleaned } from '@app/log/redaction.ts';
import { minutes } from '@app/contract/fields/durations.ts';
import type { Logger } from 'pino';

import type { RequestTraces, TracedRequest } from '#http/request/request-traces.ts';
import type { Settings } from '#settings/config.ts';
import { type Work, workChannel } from '#work-channel.ts';

import packageJson from '#package.json' with { type: 'json' };

export interface Traces extends RequestTraces {
  /** Sends what is left, and ends. */
  stop(): Promise<void>;
}

type Told = Work & { error?: unknown };

/** How long the end of the process waits for the collector, in milliseconds. */
const flushTimeout = 2000;

export function startTraces(
  { environment, traces }: Settings & { traces: NonNullable<Settings['traces']> },
  log: Logger,
): Traces {
  const { endpoint, serviceName, ratio } = traces;
  const ours = new TraceIdRatioBasedSampler(ratio);
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 5000 });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': packageJson.version,
      'service.instance.id': randomUUID(),
      'deployment.environment.name': environment,
    }),
    sampler: new ParentBasedSampler({ root: ours, remoteParentSampled: ours, remoteParentNotSampled: ours }),
    spanProcessors: [new BatchSpanProcessor({ exporter: watched(exporter, log), exportTimeoutMillis: 6000 })],
  });
  const tracer = provider.getTracer('sign-in', packageJson.version);
  const current = new AsyncLocalStorage<Context>();
  const spans = new WeakMap<Work, Span>();

  const subscribers = {
    start() {},
    end() {},
    asyncStart() {},
    asyncEnd(work: Told) {
      const span = spans.get(work);
      if (span && work.error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    },
    error(work: Told) {
      spans.get(work)?.setAttributes(clean({ 'error.type': errorType(work.error) }));
    },
  };
  // The span of a piece of work is the parent of what runs within it.
  workChannel.start.bindStore(current, (message) => {
    const work = message as Work;
    const parent = current.getStore() ?? ROOT_CONTEXT;
    const span = tracer.startSpan(
      nameOf(work),
      { kind: kinds[work.kind], attributes: attributesOf(work) },
      parent,
    );
    spans.set(work, span);
    return trace.setSpan(parent, span);
  });
  workChannel.subscribe(subscribers);

  return {
    begin({ method, header, fromTrusted, requestId }: TracedRequest) {
      const parent = parentContext(header, fromTrusted);
      const attributes = clean({ 'http.request.method': method, 'request.id': requestId });
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      const context = trace.setSpan(parent, span);
      return {
        traceId: span.spanContext().traceId,
        within: (work) => current.run(context, work),
        end({ route, status, refusal }) {
          span.updateName(`${method} ${route}`);
          span.setAttributes(
            clean({
              'http.route': route,
              'http.response.status_code': status,
              ...(refusal !== undefined && { refusal }),
            }),
          );
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    async stop() {
      workChannel.unsubscribe(subscribers);
      workChannel.start.unbindStore(current);
      // A collector that is away must not keep the process.
      await provider.forceFlush({ timeoutMillis: flushTimeout }).catch(() => {});
      await provider.shutdown().catch(() => {});
    },
  };
}

const kinds: Record<Work['kind'], SpanKind> = {
  statement: SpanKind.CLIENT,
  hash: SpanKind.INTERNAL,
  mail: SpanKind.CLIENT,
  request: SpanKind.CLIENT,
};

const nameOf = ({ kind, name }: Work): string => (kind === 'statement' ? statementName(name) : name);

const attributesOf = (work: Work): Attributes =>
  clean({
    ...work.facts,
    ...(work.kind === 'statement' && { 'db.system.name': 'postgresql', 'db.query.summary': nameOf(work) }),
  });

/** The redaction of the log holds for the traces, too (spec §9). */
const clean = (attributes: Attributes): Attributes => cleaned(attributes) as Attributes;

/** The code of an error, or its class: never its words, which may quote a value. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** A collector that does not take traces is told in the log, once in ten minutes at most. */
function watched(exporter: SpanExporter, log: Logger): SpanExporter {
  let toldAt = Number.NEGATIVE_INFINITY;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failure: number = result.code;
        if (failure !== 0 && performance.now() - toldAt > minutes(10)) {
          toldAt = performance.now();
          log.warn({ spans: spans.length, reason: errorType(result.error) }, 'the traces were not taken');
        }
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}

/** The trace that a request belongs to already (W3C Trace Context, `traceparent`). */
const traceparent = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}$/;

/**
 * The context of a header's span. An outside caller could write any id into it, and so mix strangers' requests into one
 * trace: only a header of a trusted proxy is read. Its decision whether to sample is not taken over, since a proxy that
 * traces nothing passes on what a browser wrote; ours is derived from the id of the trace.
 */
export function parentContext(header: unknown, fromTrusted: boolean): Context {
  const [, traceId, spanId] = (fromTrusted && typeof header === 'string' && traceparent.exec(header)) || [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  });
}

/** What a statement is called in a trace. */

/** The longest name, in characters. */
const nameMax = 100;

/**
 * The names that the statements in one have (`with "challenge" as (…)`), else the verb and the first table. The text has
 * placeholders and no values; comments and literals of our own are left out, too.
 */
export function statementName(text: string): string {
  const plain = text
    .replaceAll(/'(?:[^']|'')*'/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const verb = /^\w+/.exec(plain)?.[0].toLowerCase() ?? 'statement';
  const parts = [...plain.matchAll(/(?:^with(?: recursive)?|,) "?(\w+)"? as \(/gi)].map(([, name]) => name);
  const table = /\b(?:from|into|update|join)\s+"?(\w+)"?/i.exec(plain)?.[1];
  const rest = parts.length > 0 ? parts.join(', ') : table;
  return (rest === undefined ? verb : `${verb} ${rest}`).slice(0, nameMax);
}
