/** Sends the queue of an app to the log intake in batches. Loaded when the page is idle. */
import { cleanText } from './clean-text.ts';
import { cleaned } from './redaction.ts';
import { logLimits, type LogBatch, type LogEntry } from './log-batch.ts';
import { onEntry, queueMax, type QueuedEntry, takeQueue } from './log-queue.ts';

export interface ForwardOptions {
  readonly app: LogBatch['app'];
  readonly version: string;
  /** Where batches go (requirements §2 "LOG_INTAKE_URL"). */
  readonly intakeUrl: string;
  /** The roles claim of the signed-in person; undefined: nobody is signed in (spec §3). */
  readonly roles: () => readonly string[] | undefined;
}

/** Milliseconds from the first entry to its batch, and the waits after a batch that did not arrive. */
const collectFor = 2000;
const waits = [5_000, 20_000, 60_000, 300_000];
/** Entries with the same words in one batch: an error in a loop is sent a few times, and counted. */
const sameMax = 5;

/**
 * Starts to send. A batch that does not arrive is kept and sent again, later each time, and immediately when the
 * browser is online again; never more than 100 entries wait. What waits when the page is left goes by `sendBeacon`.
 * Failures of the sending itself are not logged, so there is no loop.
 */
export function forwardLog(options: ForwardOptions): void {
  let entries: LogEntry[] = [];
  let dropped = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failed = 0;
  let sending = false;

  function collect(): void {
    const taken = takeQueue();
    dropped += taken.dropped;
    for (const queued of taken.entries) {
      const entry = entryOf(queued);
      const same = entries.filter(({ message, level }) => message === entry.message && level === entry.level);
      if (same.length >= sameMax || entries.length >= queueMax) dropped += 1;
      else entries.push(entry);
    }
    if (entries.length > 0 || dropped > 0) timer ??= setTimeout(sendNow, collectFor);
  }

  function sendNow(): void {
    void send();
  }

  async function send(): Promise<void> {
    timer = undefined;
    collect();
    if (sending || !navigator.onLine || (entries.length === 0 && dropped === 0)) return clearTimeout(timer);
    sending = true;
    const batch = takeBatch();
    const arrived = await fetch(options.intakeUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: textOf(batch),
      credentials: 'omit',
      keepalive: true,
      signal: AbortSignal.timeout(15_000),
    }).then(
      // What the intake refuses, it refuses again.
      ({ status }) => status < 500,
      () => false,
    );
    sending = false;
    failed = arrived ? 0 : failed + 1;
    if (!arrived) putBack(batch);
    clearTimeout(timer);
    const more = entries.length > 0 || dropped > 0;
    timer = more ? setTimeout(sendNow, waits[Math.min(failed, waits.length) - 1] ?? collectFor) : undefined;
  }

  function takeBatch(): LogBatch {
    const roles = options.roles();
    const batch = {
      app: options.app,
      version: options.version,
      page: location.pathname.slice(0, logLimits.pathMax),
      ...(roles && { roles: [...roles].slice(0, 20) }),
      ...(dropped > 0 && { dropped }),
      entries: entries.slice(0, logLimits.entriesMax),
    };
    while (batch.entries.length > 1 && textOf(batch).length > logLimits.bytesMax)
      batch.entries.length = Math.ceil(batch.entries.length / 2);
    entries = entries.slice(batch.entries.length);
    dropped = 0;
    return batch;
  }

  function putBack(batch: LogBatch): void {
    dropped += batch.dropped ?? 0;
    entries = [...batch.entries, ...entries];
    dropped += Math.max(0, entries.length - queueMax);
    entries.length = Math.min(entries.length, queueMax);
  }

  onEntry(collect);
  addEventListener('online', () => {
    clearTimeout(timer);
    sendNow();
  });
  addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    collect();
    // A browser without a network takes a beacon and loses it. The page may be shown again.
    if (!navigator.onLine) return;
    while (entries.length > 0 || dropped > 0) {
      const batch = takeBatch();
      if (navigator.sendBeacon(options.intakeUrl, new Blob([textOf(batch)], { type: 'application/json' })))
        continue;
      // The browser's own queue is full. The page may be shown again.
      return putBack(batch);
    }
  });
  collect();
}

const textOf = (batch: LogBatch): string => JSON.stringify(batch);

function entryOf({ at, level, category, message, properties }: QueuedEntry): LogEntry {
  const clean = cleaned(properties);
  const entry: LogEntry = {
    at,
    level,
    category,
    message: cleanText(message),
    ...(clean !== undefined && { properties: propertiesOf(clean) }),
  };
  // A single entry must fit into a batch.
  return JSON.stringify(entry).length < logLimits.bytesMax / 2
    ? entry
    : { ...entry, properties: { left: 'out: too large' } };
}

const propertiesOf = (clean: unknown): Record<string, unknown> =>
  typeof clean === 'object' && clean !== null && !Array.isArray(clean)
    ? (clean as Record<string, unknown>)
    : { given: clean };
