/**
 * Tells whoever listens in this process about pieces of work with a beginning and an end: statements, hashes, mails,
 * requests to other machines. The traces listen, if OTEL_EXPORTER_OTLP_ENDPOINT is set; else nobody does, and a piece of
 * work costs one look at a flag.
 */
import { tracingChannel } from 'node:diagnostics_channel';

export interface Work {
  readonly kind: 'statement' | 'hash' | 'mail' | 'request';
  /** From a list that the source knows, without a value that somebody sent; for a statement its text with placeholders. */
  readonly name: string;
  readonly facts?: Readonly<Record<string, string | number | boolean>>;
}

export const workChannel = tracingChannel<unknown, Work>('sign-in service: work');

/** Runs `work`, and tells about it. `about` is asked only if somebody listens. */
export const toldWork = <T>(about: () => Work, work: () => Promise<T>): Promise<T> =>
  workChannel.hasSubscribers ? workChannel.tracePromise(work, about()) : work();
