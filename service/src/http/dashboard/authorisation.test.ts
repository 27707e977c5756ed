/**
 * The authorisation matrix of the dashboard (requirements §5): every call by everybody who must not make it, and by
 * those who may. It is made of the contract's entries: a call without a case does not compile.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { samlConfigurationPath } from '@app/contract/calls/saml-configuration.ts';
import { type DashboardCallName, dashboardEndpoints, type Endpoint } from '@app/contract/calls/endpoints.ts';
import { takesKey } from '@app/contract/calls/endpoint.ts';

import { lockCompany } from '#store/dashboard/actor.ts';
import { insertCompany } from '#store/accounts/accounts.ts';
import { callCases, type CallCase } from '#test/dashboard/call-cases.ts';
import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount } from '#test/setup/test-deps.ts';

type Who = SignedIn | undefined;
type Answer = readonly [status: number, refusal: string | undefined];

const entryOf = (name: DashboardCallName): Endpoint => dashboardEndpoints[name];
const names = Object.keys(dashboardEndpoints) as DashboardCallName[];
const ofAdmins = names.filter((name) => entryOf(name).audience === 'admin');
const ofPersons = names.filter((name) => entryOf(name).audience === 'person');
const changing = (all: readonly DashboardCallName[]) => all.filter((name) => entryOf(name).method !== 'GET');

const service = await createTestApp();
const driver = createDashboardDriver(service);
const foreign = { id: randomUUID(), name: 'Harbour Works' };
await insertCompany(service.deps.store.durable, foreign);
const others = {
  person: await driver.signedIn({ roles: [] }),
  foreignAdmin: await driver.signedIn({ companyId: foreign.id }),
  foreignPerson: await driver.signedIn({ companyId: foreign.id, roles: [] }),
};
afterAll(() => service.close());

const admin = () => driver.signedIn();
const disable = (who: SignedIn) => setAccount(who, { status: 'disabled' });
const takeRole = (who: SignedIn) => setAccount(who, { roles: sql`'[]'::jsonb` });
async function setAccount({ account }: SignedIn, change: object): Promise<void> {
  const { durable } = service.deps.store;
  await durable.updateTable('accounts').set(change).where('id', '=', account.id).execute();
}
const endSession = (who: SignedIn) =>
  service.app.inject({
    method: 'POST',
    url: '/auth/v2/tokens/revoke',
    payload: { refreshToken: who.refreshToken },
  });
async function after(who: SignedIn, happens: (who: SignedIn) => PromiseLike<unknown>): Promise<SignedIn> {
  await happens(who);
  return who;
}

async function caseOf(name: DashboardCallName): Promise<CallCase> {
  const { id: userId } = await createAccount(service.deps, { roles: [] });
  const domain = `d${randomUUID()}.test`;
  if (entryOf(name).path.includes('{domain}'))
    await driver.call('addDomain', { as: await admin(), body: { domain } });
  return callCases({ userId, domain })[name];
}
async function call(name: DashboardCallName, as: Who, idempotencyKey = randomUUID()): Promise<Answer> {
  return answerTo(name, as, await caseOf(name), idempotencyKey);
}
async function answerTo(
  name: DashboardCallName,
  as: Who,
  sent: CallCase,
  idempotencyKey: string = randomUUID(),
): Promise<Answer> {
  const companyId = service.deps.company.id;
  const answer = await driver.call(name, { as, companyId, idempotencyKey, ...sent });
  return [answer.status, answer.refusal];
}
const expected = ({ answers }: CallCase): Answer =>
  typeof answers === 'number' ? [answers, undefined] : answers;

const expired: Answer = [401, 'sessionExpired'];

/** Everybody who must not make an admin's call, and what each is answered. */
async function refusedCallers(): Promise<Record<string, { readonly who: Who; readonly refused: Answer }>> {
  return {
    'no token': { who: undefined, refused: expired },
    person: { who: others.person, refused: [403, 'forbidden'] },
    'admin of another company': { who: others.foreignAdmin, refused: [404, 'notFound'] },
    'person of another company': { who: others.foreignPerson, refused: [404, 'notFound'] },
    'disabled admin': { who: await after(await admin(), disable), refused: expired },
    'admin whose role was just taken': {
      who: await after(await admin(), takeRole),
      refused: [403, 'forbidden'],
    },
    'admin whose session was ended': { who: await after(await admin(), endSession), refused: expired },
  };
}

it('G1: answers every admin call by who makes it', async () => {
  const callers = await refusedCallers();
  const wrong: unknown[] = [];
  let count = 0;
  const check = (name: string, caller: string, got: Answer, wanted: Answer) => {
    count += 1;
    if (got.join() !== wanted.join()) wrong.push({ name, caller, got, wanted });
  };
  for (const name of ofAdmins) {
    for (const [caller, { who, refused }] of Object.entries(callers))
      check(name, caller, await call(name, who), refused);
    const made = await caseOf(name);
    check(name, 'admin', await answerTo(name, await admin(), made), expected(made));
  }
  expect(wrong).toEqual([]);
  expect(count).toBe(ofAdmins.length * 8);
});

it('answers the upload of metadata, whose body is a file, by who makes it', async () => {
  const callers = await refusedCallers();
  const got = await Promise.all(
    Object.entries({ ...callers, admin: { who: await admin(), refused: [422, 'invalid'] } }).map(
      async ([caller, { who, refused }]) => {
        const answer = await service.app.inject({
          method: 'PUT',
          url: samlConfigurationPath.replace('{id}', service.deps.company.id),
          headers: {
            'content-type': 'multipart/form-data; boundary=b',
            ...(who && { authorization: `Bearer ${who.token}` }),
          },
          payload: '--b--\r\n',
        });
        return { caller, got: [answer.statusCode, answer.json().error.name], refused };
      },
    ),
  );
  expect(got.map(({ caller, got: answer }) => [caller, answer])).toEqual(
    got.map(({ caller, refused }) => [caller, refused]),
  );
});

it('answers every own call by who makes it', async () => {
  const callers: Record<string, Who> = {
    'no token': undefined,
    disabled: await after(await driver.signedIn({ roles: [] }), disable),
    'ended session': await after(await driver.signedIn({ roles: [] }), endSession),
  };
  const wrong: unknown[] = [];
  let count = 0;
  for (const name of ofPersons) {
    for (const [caller, who] of Object.entries(callers)) {
      count += 1;
      const got = await call(name, who);
      if (got.join() !== expired.join()) wrong.push({ name, caller, got });
    }
    const made = await caseOf(name);
    for (const roles of [[], ['Admin']]) {
      count += 1;
      const got = await answerTo(name, await driver.signedIn({ roles }), made);
      if (got.join() !== expected(made).join()) wrong.push({ name, roles, got });
    }
  }
  expect(wrong).toEqual([]);
});

it('G2: checks the role and the session again in the transaction of every admin change', async () => {
  const happenings = {
    'the role is taken': { happens: takeRole, refused: [403, 'forbidden'] },
    'the account is disabled': { happens: disable, refused: expired },
    'the session is ended': { happens: endSession, refused: expired },
  } as const;
  const wrong: unknown[] = [];
  let count = 0;
  for (const name of changing(ofAdmins)) {
    for (const [happening, { happens, refused }] of Object.entries(happenings)) {
      const who = await admin();
      const got = await whileItWaits(
        () => call(name, who),
        () => happens(who),
      );
      count += 1;
      if (got.join() !== refused.join()) wrong.push({ name, happening, got, refused });
    }
  }
  expect(wrong).toEqual([]);
});

/** Holds the company's lock until the call waits for it, then lets `happens` happen, then releases the lock. */
async function whileItWaits(
  make: () => Promise<Answer>,
  happens: () => PromiseLike<unknown>,
): Promise<Answer> {
  const { durable } = service.deps.store;
  let answer: Promise<Answer> | undefined;
  await durable.transaction().execute(async (db) => {
    await lockCompany(db, service.deps.company.id);
    answer = make();
    let answered = false;
    void answer.finally(() => (answered = true));
    await vi.waitFor(
      async () => {
        const { rows } =
          await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
            durable,
          );
        if (rows.length === 0 && !answered) throw new Error('the change does not wait for its company');
      },
      { interval: 5, timeout: 20_000 },
    );
    await happens();
  });
  if (answer === undefined) throw new Error('no call was made');
  return answer;
}

it('a replayed Idempotency-Key reveals nothing to another person, nor once the role or the session is lost', async () => {
  const wrong: unknown[] = [];
  let count = 0;
  for (const name of changing(names).filter((each) => takesKey(entryOf(each)))) {
    const ofAdmin = entryOf(name).audience === 'admin';
    const made = await caseOf(name);
    const [roleLost, sessionLost] = [await admin(), await admin()];
    for (const [who, loses, refused] of [
      ...(ofAdmin ? ([[roleLost, takeRole, [403, 'forbidden']]] as const) : []),
      [sessionLost, endSession, expired],
    ] as const) {
      const key = randomUUID();
      const first = await answerTo(name, who, made, key);
      const byOthers = {
        'another admin': [await answerTo(name, await admin(), made, key), [409, 'keyReused']],
        person: [
          await answerTo(name, others.person, made, key),
          ofAdmin ? [403, 'forbidden'] : [409, 'keyReused'],
        ],
        'admin of another company': [
          await answerTo(name, others.foreignAdmin, made, key),
          ofAdmin ? [404, 'notFound'] : [409, 'keyReused'],
        ],
        'no token': [await answerTo(name, undefined, made, key), expired],
      } as const;
      await loses(who);
      const later = { 'the same, later': [await answerTo(name, who, made, key), refused] } as const;
      for (const [caller, [got, wanted]] of Object.entries({ ...byOthers, ...later })) {
        count += 1;
        // What did not become an answer is not stored: then there is nothing to replay.
        const stored = first[0] < 300;
        if (stored ? got.join() !== wanted.join() : got[0] < 300) wrong.push({ name, caller, got, wanted });
      }
    }
  }
  expect(wrong).toEqual([]);
});
