/**
 * Invited people of a company with SAML: the first valid answer of its provider accepts the invitation, once
 * (threat C5).
 */
import { expect, test } from 'vitest';

import { tally } from '#test/drivers/outcome.ts';
import {
  beginSso,
  bring,
  createSsoCompany,
  createSsoDeps,
  createSsoPerson,
  respond,
  sessionsOf,
} from '#test/drivers/sso-driver.ts';
import { rounds } from '#test/setup/proof.ts';
import { eventsOf } from '#test/setup/test-deps.ts';

const parallel = 20;

test('an answer, 20 times in parallel, accepts once and opens one session', async () => {
  const deps = await createSsoDeps();
  const company = await createSsoCompany(deps);
  const names: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const person = await createSsoPerson(deps, company, { status: 'unconfirmed' });
    const attempt = await beginSso(deps, company.id);
    const answer = respond(deps, company, attempt, { email: person.email });
    const tries = Array.from({ length: parallel }, () => bring(deps, company, attempt, answer));
    names.push(...(await Promise.all(tries)));
    expect(await sessionsOf(deps, person.id)).toBe(1);
    const kinds = (await eventsOf(deps, person.id)).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['invitationAccepted', 'signedIn']);
  }
  expect(tally(names)).toEqual({ answered: rounds, 'sso-expired': 19 * rounds });
  await deps.close();
});

test('20 parallel attempts of one invited person accept once, and none fails', async () => {
  const deps = await createSsoDeps();
  const company = await createSsoCompany(deps);
  const person = await createSsoPerson(deps, company, { status: 'unconfirmed' });
  const tries = Array.from({ length: parallel }, async () => {
    const attempt = await beginSso(deps, company.id);
    return bring(deps, company, attempt, respond(deps, company, attempt, { email: person.email }));
  });
  const names = await Promise.all(tries);
  expect(tally(names)).toEqual({ answered: parallel });
  const kinds = (await eventsOf(deps, person.id)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'invitationAccepted')).toHaveLength(1);
  await deps.close();
});
