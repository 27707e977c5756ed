/** C5: an answer of a provider is taken once, however often and fast it comes. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { nameOf, tally } from '#test/outcome.ts';
import {
  beginSso,
  createSsoCompany,
  createSsoDeps,
  createSsoPerson,
  exchange,
  finishSso,
  respond,
  sessionsOf,
  type SsoCompany,
} from '#test/sso-driver.ts';
import type { TestDeps } from '#test/test-deps.ts';

let deps: TestDeps;
let company: SsoCompany;
beforeAll(async () => {
  deps = await createSsoDeps();
  company = await createSsoCompany(deps);
});
afterAll(() => deps.close());

const parallel = 20;
const atOnce = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: parallel }, work));

/** Brings the answer, and exchanges the code that it gives; the name of what became of it. */
async function bring(attempt: Awaited<ReturnType<typeof beginSso>>, answer: string): Promise<string> {
  const { code, error } = await finishSso(deps, company.id, answer, attempt.relayState);
  return code === undefined ? (error ?? 'lost') : nameOf(await exchange(deps, attempt, code));
}

test('an answer, five times one after the other, makes one session', async () => {
  const person = await createSsoPerson(deps, company);
  const attempt = await beginSso(deps, company.id);
  const answer = respond(deps, company, attempt, { email: person.email });
  const names: string[] = [];
  for (let n = 0; n < 5; n += 1) names.push(await bring(attempt, answer));
  console.log('C5: an answer 5 times in a row:', tally(names));
  expect(tally(names)).toEqual({ answered: 1, 'sso-expired': 4 });
  expect(await sessionsOf(deps, person.id)).toBe(1);
});

test('an answer, 20 times at once, makes one session, 50 rounds', { timeout: 60_000 }, async () => {
  const names: string[] = [];
  const people: string[] = [];
  for (let round = 0; round < 50; round += 1) {
    // Invited people too: they become active with it, once.
    const person = await createSsoPerson(deps, company, { status: round % 2 ? 'active' : 'unconfirmed' });
    const attempt = await beginSso(deps, company.id);
    const answer = respond(deps, company, attempt, { email: person.email });
    const ofRound = await atOnce(() => bring(attempt, answer));
    expect(ofRound.filter((name) => name === 'answered')).toHaveLength(1);
    expect(await sessionsOf(deps, person.id)).toBe(1);
    names.push(...ofRound);
    people.push(person.id);
  }
  const accepted = await deps.store.db
    .selectFrom('events')
    .select('id')
    .where('kind', '=', 'invitationAccepted')
    .execute();
  console.log(
    `C5: 50 answers, ${parallel} times at once each:`,
    tally(names),
    `${accepted.length} invited accepted`,
  );
  expect(accepted).toHaveLength(25);
});

test('an assertion that was taken is not taken again for another request', async () => {
  const person = await createSsoPerson(deps, company);
  const first = await beginSso(deps, company.id);
  const second = await beginSso(deps, company.id);
  const same = { email: person.email, assertionId: '_the-same-assertion' };
  expect(await bring(first, respond(deps, company, first, same))).toBe('answered');
  expect(await bring(second, respond(deps, company, second, same))).toBe('sso-expired');
  // The request of the second waits on for an answer of its own.
  expect(await bring(second, respond(deps, company, second, { email: person.email }))).toBe('answered');

  const attempts = await atOnce(() => beginSso(deps, company.id));
  const at = { email: person.email, assertionId: '_one-for-many' };
  const answers = attempts.map((attempt) => respond(deps, company, attempt, at));
  const names = await Promise.all(attempts.map((attempt, n) => bring(attempt, answers[n] ?? '')));
  console.log(`C5: one assertion for ${parallel} requests at once:`, tally(names));
  expect(tally(names)).toEqual({ answered: 1, 'sso-expired': parallel - 1 });
});
