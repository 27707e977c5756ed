/** The trace that a request belongs to already (W3C Trace Context, `traceparent`). */
import { type Context, ROOT_CONTEXT, trace, TraceFlags } from '@opentelemetry/api';

const traceparent = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}$/;

/**
 * The context of a header's span. Whoever calls from outside could write any id into it, and so mix strangers' requests
 * into one trace: only a header of a trusted proxy is asked for. Its decision whether to sample is not taken over, since
 * a proxy that traces nothing passes on what a browser wrote; ours is made from the id of the trace.
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
