/**
 * The canary test (threat D11): every call of the contract, every page and form is visited with unique secrets, and not
 * one of them is in what the product writes.
 */
import { afterAll, expect, it } from 'vitest';
import { endpoints, publicEndpoints } from '@app/contract/calls/endpoints.ts';
import { pagePaths } from '@app/contract/pages/pages.ts';
import { sql } from 'kysely';

import { proof } from '#test/setup/proof.ts';
import { startCanaryService, type CanaryService } from './canary-service.ts';
import { byteColumns } from './database-dump.ts';
import { createHunt, summaryOf, type Finding } from './hunt.ts';
import { derivedColumns, staysIn } from './kept-values.ts';
import type { Secret } from './secrets.ts';
import { visitBrokenDashboardCalls } from './visits/broken-calls.ts';
import { signInAdmin } from './visits/dashboard.ts';
import { visitFaults, withoutTables } from './visits/faults.ts';
import { visitEverything } from './visits/tour.ts';

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

const leakPlaces: readonly string[] = Object.keys(leaks);

async function leakInto(canary: CanaryService, place: string, secret: string): Promise<void> {
  await leaks[place]?.(canary, secret);
}

const canary = await startCanaryService();
afterAll(() => canary.close());

const calls = [...Object.keys(endpoints), 'uploadSamlConfiguration'];

/** What the hunt finds in all places, but what stays there on purpose. */
async function hunt(secrets: readonly Secret[] = canary.secrets.list()): Promise<{ found: Finding[] }> {
  const places = await canary.places();
  const { find } = createHunt(secrets);
  const found = [...places].flatMap(([place, text]) => find(place, text));
  return { found: found.filter((one) => !staysIn(one)) };
}

it('D11: finds no secret of any call in logs, mails’ logs, the database and the answers of faults', async () => {
  await visitEverything(canary);
  await canary.learnFromMails();
  await canary.deliverMails();

  const { visits } = canary;
  const named = (what: 'taken' | 'refused') =>
    [...visits].filter(([, counts]) => counts[what] > 0).map(([call]) => call);
  expect(calls.filter((call) => !visits.has(call))).toEqual([]);
  expect(pagePaths.filter((path) => !visits.has(`GET ${path}`))).toEqual([]);
  expect(Object.keys(publicEndpoints).filter((call) => !named('taken').includes(call))).toEqual([]);
  expect([...visits].filter(([, { faults }]) => faults > 0)).toEqual([]);

  const { found } = await hunt();
  expect(summaryOf(found)).toEqual([]);
});

it.runIf(proof)('D11: finds no secret in the answers and the log while the database fails', async () => {
  const { deps } = canary;
  const admin = await signInAdmin(canary, deps.company.id);
  await withoutTables(deps, async () => {
    await visitFaults(canary);
    await visitBrokenDashboardCalls(canary, admin);
  });
  const { faults } = canary.counts();
  expect(faults).toBeGreaterThan(100);
  const { found } = await hunt();
  expect(summaryOf(found)).toEqual([]);
});

it('finds each secret that is leaked on purpose', async () => {
  const leaked = [];
  for (const place of leakPlaces) {
    const value = canary.secrets.plant(`leak into ${place}`);
    await leakInto(canary, place, value);
    leaked.push({ name: `leak into ${place}`, value });
  }
  const { found } = await hunt(leaked);
  const places = found.map(({ secret, place }) => [secret, place]);
  for (const place of leakPlaces) expect(places).toContainEqual([`leak into ${place}`, place]);
});

it('knows what each column of bytes keeps instead of a secret', async () => {
  expect(Object.keys(derivedColumns).toSorted()).toEqual(await byteColumns(canary.deps.url));
});
