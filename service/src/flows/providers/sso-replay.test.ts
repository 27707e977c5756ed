/** Threat C5: an answer of a provider is accepted once, also under parallel tries. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { tally } from '#test/drivers/outcome.ts';
import {
  beginSso,
  bring,
  createSsoCompany,
  createSsoDeps,
  createSsoPerson,
  respond,
  sessionsOf,
  type SsoCompany,
} from '#test/drivers/sso-driver.ts';
import { rounds } from '#test/setup/proof.ts';
import type { TestDeps } from '#test/setup/test-deps.ts';

let deps: TestDeps;
let company: SsoCompany;
beforeAll(async () => {
  deps = await createSsoDeps();
  company = await createSsoCompany(deps);
});
afterAll(() => deps.close());

const parallel = 20;
const atOnce = <T>(work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: parallel }, (_, n) => work(n)));

test('C5: an answer, five times in sequence, opens one session', async () => {
  const person = await createSsoPerson(deps, company);
  const attempt = await beginSso(deps, company.id);
  const answer = respond(deps, company, attempt, { email: person.email });
  const names: string[] = [];
  for (let n = 0; n < 5; n += 1) names.push(await bring(deps, company, attempt, answer));
  expect(tally(names)).toEqual({ answered: 1, 'sso-expired': 4 });
  expect(await sessionsOf(deps, person.id)).toBe(1);
});

test('C5: an answer, 20 times in parallel, opens one session', async () => {
  const names: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const person = await createSsoPerson(deps, company);
    const attempt = await beginSso(deps, company.id);
    const answer = respond(deps, company, attempt, { email: person.email });
    names.push(...(await atOnce(() => bring(deps, company, attempt, answer))));
    expect(await sessionsOf(deps, person.id)).toBe(1);
  }
  expect(tally(names)).toEqual({ answered: rounds, 'sso-expired': 19 * rounds });
});

test('C5: a used assertion is refused for another request', async () => {
  const person = await createSsoPerson(deps, company);
  const first = await beginSso(deps, company.id);
  const second = await beginSso(deps, company.id);
  const same = { email: person.email, assertionId: '_the-same-assertion' };
  expect(await bring(deps, company, first, respond(deps, company, first, same))).toBe('answered');
  expect(await bring(deps, company, second, respond(deps, company, second, same))).toBe('sso-expired');
  // The second request still awaits its own answer.
  const own = respond(deps, company, second, { email: person.email });
  expect(await bring(deps, company, second, own)).toBe('answered');

  const attempts = await atOnce(() => beginSso(deps, company.id));
  const about = { email: person.email, assertionId: '_one-for-many' };
  const pairs = attempts.map((attempt) => ({ attempt, answer: respond(deps, company, attempt, about) }));
  const names = await Promise.all(pairs.map(({ attempt, answer }) => bring(deps, company, attempt, answer)));
  expect(tally(names)).toEqual({ answered: 1, 'sso-expired': parallel - 1 });
});
