/**
 * Tells the listeners in this process about pieces of work with a beginning and an end: statements, hashes, emails,
 * requests to other machines. The traces listen, if OTEL_EXPORTER_OTLP_ENDPOINT is set; else nothing listens, and a
 * piece of work costs one check of a flag.
 */
import { tracingChannel } from 'node:diagnostics_channel';

export interface Work {
  readonly kind: 'statement' | 'hash' | 'mail' | 'request';
  /** From a list that the source knows, without a value from a request; for a statement its text with placeholders. */
  readonly name: string;
  readonly facts?: Readonly<Record<string, string | number | boolean>>;
}

export const workChannel = tracingChannel<unknown, Work>('sign-in service: work');

/** Runs `work`, and tells about it. `about` is called only if something listens. */
export const toldWork = <T>(about: () => Work, work: () => Promise<T>): Promise<T> =>
  workChannel.hasSubscribers ? workChannel.tracePromise(work, about()) : work();
