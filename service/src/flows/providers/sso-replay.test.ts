/** Threats A7 and C5: an answer of a provider, and the code of a single sign-on, open one session, also under parallel tries. */
import { afterAll, expect, test } from 'vitest';

import { nameOf, tally } from '#test/drivers/outcome.ts';
import {
  beginSso,
  bring,
  createSsoCompany,
  createSsoDeps,
  createSsoPerson,
  exchange,
  respond,
  sessionsOf,
  ssoToCode,
} from '#test/drivers/sso-driver.ts';
import { rounds } from '#test/setup/proof.ts';
import { eventsOf } from '#test/setup/test-deps.ts';

const deps = await createSsoDeps();
const company = await createSsoCompany(deps);
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

test('C5: an answer, 20 times in parallel, accepts an invitation once and opens one session', async () => {
  const names: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const person = await createSsoPerson(deps, company, { status: 'unconfirmed' });
    const attempt = await beginSso(deps, company.id);
    const answer = respond(deps, company, attempt, { email: person.email });
    names.push(...(await atOnce(() => bring(deps, company, attempt, answer))));
    expect(await sessionsOf(deps, person.id)).toBe(1);
    const kinds = (await eventsOf(deps, person.id)).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['invitationAccepted', 'signedIn']);
  }
  expect(tally(names)).toEqual({ answered: rounds, 'sso-expired': 19 * rounds });
});

test('20 parallel attempts of one invited person accept once, and none fails', async () => {
  const person = await createSsoPerson(deps, company, { status: 'unconfirmed' });
  const names = await atOnce(async () => {
    const attempt = await beginSso(deps, company.id);
    return bring(deps, company, attempt, respond(deps, company, attempt, { email: person.email }));
  });
  expect(tally(names)).toEqual({ answered: parallel });
  const kinds = (await eventsOf(deps, person.id)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'invitationAccepted')).toHaveLength(1);
});

test('A7: a code, 20 times in parallel, opens one session', async () => {
  const names: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const person = await createSsoPerson(deps, company);
    const { attempt, code } = await ssoToCode(deps, company, person.email);
    names.push(...(await atOnce(async () => nameOf(await exchange(deps, attempt, code)))));
    expect(await sessionsOf(deps, person.id)).toBe(1);
  }
  expect(tally(names)).toEqual({ answered: rounds, invalidCode: 19 * rounds });
});
