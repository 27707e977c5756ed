/** Threat A7: the code of a single sign-on opens one session, also under parallel tries. */
import { expect, test } from 'vitest';

import { nameOf, tally } from '#test/drivers/outcome.ts';
import {
  createSsoCompany,
  createSsoDeps,
  createSsoPerson,
  exchange,
  sessionsOf,
  ssoToCode,
} from '#test/drivers/sso-driver.ts';
import { rounds } from '#test/setup/proof.ts';

const parallel = 20;

test('A7: a code, 20 times in parallel, opens one session', async () => {
  const deps = await createSsoDeps();
  const company = await createSsoCompany(deps);
  const names: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const person = await createSsoPerson(deps, company);
    const { attempt, code } = await ssoToCode(deps, company, person.email);
    const tries = Array.from({ length: parallel }, async () => nameOf(await exchange(deps, attempt, code)));
    names.push(...(await Promise.all(tries)));
    expect(await sessionsOf(deps, person.id)).toBe(1);
  }
  expect(tally(names)).toEqual({ answered: rounds, invalidCode: 19 * rounds });
  await deps.close();
});
