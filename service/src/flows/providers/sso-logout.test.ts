/** A provider's request to log out, and the sign-ins that are under way (threat B2). */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { challengeFromWire } from '@app/contract/calls/wire-names.ts';
import type { ProviderStep } from '@app/contract/fields/vocabulary.ts';

import { endNamedSessions } from '#store/sessions/saml-sessions.ts';
import { verify } from '#test/drivers/flow-driver.ts';
import { answersOfMeeting } from '#test/drivers/meeting.ts';
import { nameOf } from '#test/drivers/outcome.ts';
import {
  createSsoCompany,
  createSsoDeps,
  createSsoPerson,
  exchange,
  type SsoCompany,
  ssoToCode,
} from '#test/drivers/sso-driver.ts';
import { newestCode, newClient } from '#test/setup/test-deps.ts';

const deps = await createSsoDeps();
const { durable } = deps.store;
afterAll(() => deps.close());

async function personOf(step: ProviderStep) {
  const company = await createSsoCompany(deps);
  await durable
    .updateTable('companies')
    .set({ provider_step: step, second_step: 'always' })
    .where('id', '=', company.id)
    .execute();
  return { company, person: await createSsoPerson(deps, company) };
}

const logOut = (company: SsoCompany, nameId: string) =>
  endNamedSessions(
    durable,
    {
      companyId: company.id,
      name: {
        issuer: company.idp.entityId,
        nameId,
        format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      },
      sessionIndexes: [],
      messageId: randomUUID(),
      usableUntil: deps.clock() + 60_000,
    },
    { client: '10.1.1.1', platform: 'dashboard', now: deps.clock() },
  );

/** Signs in at the provider, as far as the challenge: finishes with its code. */
async function toChallenge(company: SsoCompany, email: string, typed = email) {
  const { attempt, code } = await ssoToCode(deps, company, typed);
  const { answer } = await exchange(deps, attempt, code);
  const { session = '' } = (answer && challengeFromWire(answer)) ?? {};
  const mailed = await newestCode(deps, email);
  return () => verify(deps, email, mailed, session, newClient());
}

test('a session can be ended by its provider, and so can the challenge and the code before it, in every case', async () => {
  const { company, person } = await personOf('always');
  const { email } = person;
  const finished = await (await toChallenge(company, email))();
  expect(finished.answer).toMatchObject({ auth_strategy: 'saml' });
  expect(await logOut(company, email)).toBe(1);
  for (const typed of [email, email.toUpperCase()]) {
    const finish = await toChallenge(company, email, typed);
    const { attempt, code } = await ssoToCode(deps, company, typed);
    expect(await logOut(company, email)).toBe(0);
    expect(nameOf(await finish()), typed).toBe('sessionExpired');
    expect(nameOf(await exchange(deps, attempt, code)), typed).toBe('invalidCode');
  }
});

test.each(['never', 'always'] as const)(
  'B2: a logout also ends the sign-in that finishes at that moment; a second step is asked for %s',
  async (step) => {
    let id = '';
    const [signedIn, ended] = await answersOfMeeting(durable, async () => {
      const { company, person } = await personOf('never');
      const { email } = person;
      id = person.id;
      const first = await ssoToCode(deps, company, email);
      await exchange(deps, first.attempt, first.code);
      await durable
        .updateTable('companies')
        .set({ provider_step: step })
        .where('id', '=', company.id)
        .execute();
      const { attempt, code } = await ssoToCode(deps, company, email);
      return {
        // The sign-in needs this row last, once it has consumed its code.
        lock: (db) => sql`select from last_sign_ins where account_id = ${id}::uuid for update`.execute(db),
        first: step === 'never' ? () => exchange(deps, attempt, code) : await toChallenge(company, email),
        second: () => logOut(company, email),
      };
    });
    expect(nameOf(signedIn)).toBe('answered');
    expect(ended).toBe(2);
    const alive = durable.selectFrom('families').select('id').where('account_id', '=', id);
    expect(await alive.where('revoked_at', 'is', null).execute()).toEqual([]);
  },
);
