/** What browsers write into the service's log: which pages may, and how many lines of one address. */
import type { FastifyRequest } from 'fastify';
import { minutes } from '@app/contract/fields/durations.ts';

import type { Settings } from '#settings/config.ts';
import type { Metrics } from '#metrics/metrics.ts';

import { createDefaultLimit } from '#http/calls/default-limit.ts';

export interface BrowserLines {
  /** Counts one line; throws `Refusal('rateLimited')` above the limit. */
  take(client: string, now: number): void;
}

/**
 * Lines of one client in 15 minutes, by all addresses that take them: each of 50 people behind one address may have a
 * bad day. More are refused: a stranger must not fill the disk.
 */
const lineLimit = { calls: 2000, window: minutes(15), clientsMax: 20_000 };

export function createBrowserLines(metrics: Metrics): BrowserLines {
  const limit = createDefaultLimit({ ...lineLimit, onRefused: () => metrics.limited('log-intake') });
  return { take: (client, now) => limit.take('line', client, now) };
}

/** The origins of our pages. */
export const ownOrigins = ({ publicUrl, allowedOrigins }: Settings): readonly string[] => [
  new URL(publicUrl).origin,
  ...allowedOrigins,
];

/**
 * Whether the browser says that a foreign page sent this. False if the browser says nothing, as in the reports that it
 * sends automatically.
 */
export function isForeignOrigin({ headers }: FastifyRequest, own: readonly string[]): boolean {
  const { origin } = headers;
  return origin !== undefined && origin !== 'null' && !own.includes(origin);
}
