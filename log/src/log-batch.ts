/** What an app sends to the log intake, and the limits of both sides (spec §8, spec §9 "Logging"). */
import * as v from 'valibot';

/** Where the service takes it, below the address of its calls. */
export const logIntakePath = '/log-intake';

export const logLimits = {
  /** Entries of one batch. */
  entriesMax: 50,
  /** Bytes of one batch: what `sendBeacon` and `keepalive` take is 64 KiB in all. */
  bytesMax: 48 * 1024,
  messageMax: 4100,
  wordMax: 60,
  pathMax: 200,
} as const;

/** The levels of an app's entries. */
export const logLevels = ['info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

const word = v.pipe(v.string(), v.maxLength(logLimits.wordMax), v.regex(/^[\w.+-]+$/));

const entry = v.object({
  /** When it happened, in milliseconds since the epoch by the browser's clock. */
  at: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(8.64e15)),
  level: v.picklist(logLevels),
  /** `authentication` for the steps of spec §4; `page` for errors and console lines; `call` for other calls. */
  category: word,
  message: v.pipe(v.string(), v.maxLength(logLimits.messageMax)),
  properties: v.optional(v.record(v.string(), v.unknown())),
});

export const logBatch = v.object({
  app: v.picklist(['sign-in', 'dashboard']),
  version: word,
  /** The path of the page, without query and fragment. */
  page: v.pipe(v.string(), v.maxLength(logLimits.pathMax), v.regex(/^\/[^?#]*$/)),
  /** The claim of the ID token; it goes only into the log (spec §3). */
  roles: v.optional(v.pipe(v.array(word), v.maxLength(20))),
  /** How many entries the app left out because there were too many. */
  dropped: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  entries: v.pipe(v.array(entry), v.maxLength(logLimits.entriesMax)),
});

export type LogBatch = v.InferOutput<typeof logBatch>;
export type LogEntry = LogBatch['entries'][number];
