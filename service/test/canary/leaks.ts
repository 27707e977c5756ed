/** Leaks on purpose, one into each place that the hunt reads: without them its 0 would prove nothing. */
import { sql } from 'kysely';

import type { CanaryService } from './canary-service.ts';

const leaks: Readonly<Record<string, (canary: CanaryService, secret: string) => unknown>> = {
  log: ({ log }, secret) => log.info({ note: `typed ${secret}` }, 'a leak on purpose'),
  'log of mails': ({ log }, secret) => log.warn({ mail: 'an id', reason: secret }, 'mail not sent'),
  'answers of faults': ({ send }, secret) =>
    send({ call: 'a leak', url: '/leak', payload: { leak: secret } }),
  'database companies.name': ({ deps }, secret) =>
    sql`update companies set name = ${secret}`.execute(deps.store.durable),
  'database challenges.context': ({ deps }, secret) =>
    sql`update challenges set context = ${JSON.stringify({ text: JSON.stringify({ secret }) })}::jsonb`.execute(
      deps.store.durable,
    ),
  'database links.token': ({ deps }, secret) =>
    sql`update links set token = ${Buffer.from(secret)} where id = (select id from links limit 1)`.execute(
      deps.store.durable,
    ),
};

export const leakPlaces: readonly string[] = Object.keys(leaks);

export async function leakInto(canary: CanaryService, place: string, secret: string): Promise<void> {
  await leaks[place]?.(canary, secret);
}
