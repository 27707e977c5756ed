/**
 * Takes a changed key file up while the service runs (SIGHUP): the next token, code or hash uses it. A file that a start
 * would refuse is not taken up; the keys before it stay, and the log says why.
 */
import type { Logger } from 'pino';

import type { Keys } from '#security/tokens/keys.ts';
import type { LiveKeys } from '#security/tokens/live-keys.ts';

export interface TakeUp {
  readonly live: LiveKeys;
  readonly log: Logger;
  /** Reads the file. Rejects with what a start would refuse. */
  readonly read: () => Promise<Keys>;
}

/** Reads the file now. Never rejects. */
async function takeUpKeys({ live, log, read }: TakeUp): Promise<void> {
  try {
    const next = await read();
    live.replace(next);
    log.info({ keys: next.names }, 'the keys were read again');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.error({ reason }, 'the keys were not read again: the ones before stay in use');
  }
}

/** One after the other: of two signals in a row the second reads what the file is then. */
export function takeUpOnSignal(parts: TakeUp): void {
  let last = Promise.resolve();
  process.on('SIGHUP', () => {
    last = last.then(() => takeUpKeys(parts));
  });
}
