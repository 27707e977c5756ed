/** Two admins who change accounts at the same time, and changes of many accounts (requirements §5). */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import type { UserChange } from '@app/contract/dashboard/users.ts';

import { insertAccount } from '#store/accounts/accounts.ts';
import { createPeopleDriver } from '#test/drivers/people-driver.ts';
import { tally } from '#test/drivers/outcome.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { rounds } from '#test/setup/proof.ts';

const service = await createTestApp();
const people = createPeopleDriver(service);
afterAll(() => service.close());

it('G4: keeps an active admin whatever two admins do to each other at once', async () => {
  const outcomes: string[] = [];
  const left: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const a = await people.newAdmin();
    const b = await people.signedIn({ companyId: a.account.companyId });
    const what: UserChange = round % 2 === 0 ? { role: 'User' } : { status: 'disabled' };
    const answers = await Promise.all([
      people.change(a, [b.account.id, a.account.id], what),
      people.change(b, [a.account.id, b.account.id], what),
    ]);
    for (const { refusal, body } of answers)
      outcomes.push(refusal ?? body.results.map(({ ok, reason }) => (ok ? 'done' : reason)).join(' + '));
    const admins = await service.deps.store.durable
      .selectFrom('accounts')
      .select(['roles', 'status'])
      .$castTo<{ roles: string[]; status: string }>()
      .where('company_id', '=', a.account.companyId)
      .execute();
    left.push(
      `${admins.filter(({ roles, status }) => roles.includes('Admin') && status === 'active').length} active admin`,
    );
  }
  expect(tally(left)).toEqual({ '1 active admin': rounds });
  expect(tally(outcomes)['done + yourself']).toBe(rounds);
});

it('lets the later of two admins who set different values see the change', async () => {
  const admin = await people.newAdmin();
  const second = await people.signedIn({ companyId: admin.account.companyId });
  const outcomes: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await people.personOf(admin);
    const versions = { [id]: 0 };
    const answers = await Promise.all([
      people.change(admin, [id], { secondStep: 'off' }, { versions }),
      people.change(second, [id], { secondStep: 'always' }, { versions }),
    ]);
    outcomes.push(
      answers
        .map(({ body }) => body.results[0]?.reason ?? 'done')
        .toSorted()
        .join(' + '),
    );
  }
  expect(tally(outcomes)).toEqual({ 'changedMeanwhile + done': rounds });
});

it('changes all of many accounts or none, when their admin is disabled at the same moment', async () => {
  const boss = await people.newAdmin();
  const outcomes: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const admin = await people.signedIn({ companyId: boss.account.companyId });
    const changed: string[] = [];
    for (let n = 0; n < 5; n += 1) changed.push((await people.personOf(admin)).id);
    const disable = () => people.change(boss, [admin.account.id], { status: 'disabled' });
    const change = () => people.change(admin, changed, { secondStep: 'off' });
    // Now one is first, and now the other.
    const [one, other] = round % 2 === 0 ? [disable(), change()] : [change(), disable()];
    const { refusal, body } = round % 2 === 0 ? await other : await one;
    await Promise.all([one, other]);
    const rows = await Promise.all(changed.map(people.rowOf));
    const off = rows.filter(({ second_step: step }) => step === 'off').length;
    const answer = refusal ?? `${body.results.filter(({ ok }) => ok).length} answered as done`;
    outcomes.push(`${answer}, ${off} changed`);
  }
  const { 'sessionExpired, 0 changed': none = 0, '5 answered as done, 5 changed': all = 0 } = tally(outcomes);
  expect(none + all).toBe(rounds);
});

it('changes 500 accounts in one call, once, with a mail for each', async () => {
  const admin = await people.newAdmin();
  const { companyId } = admin.account;
  const ids = Array.from({ length: 500 }, () => randomUUID());
  for (const id of ids)
    await insertAccount(service.deps.store.durable, {
      id,
      companyId,
      email: `many-${id}@northline.test`,
      name: 'One of many',
      method: 'google',
      status: 'active',
      language: 'de',
      roles: [],
    });
  const idempotencyKey = randomUUID();
  const call = () =>
    people.call('changeUsers', { as: admin, body: { ids, change: { method: 'password' } }, idempotencyKey });
  const [first, again] = [await call(), await call()];
  expect(again.body).toEqual(first.body);
  const rows = await service.deps.store.durable
    .selectFrom('outbox')
    .select(['kind', 'recipient'])
    .$castTo<{ kind: string }>()
    .where('recipient', 'like', 'many-%')
    .execute();
  const counts = {
    results: tally(first.body.results.map(({ ok, reason }) => `${ok} ${reason}`)),
    mails: tally(rows.map(({ kind }) => kind)),
    entries: (await people.entriesOf(companyId)).length,
  };
  expect(counts).toEqual({
    results: { 'true noPasswordYet': 500 },
    mails: { choosePassword: 500 },
    entries: 500,
  });
  expect((await people.change(admin, [...ids, randomUUID()], { secondStep: 'off' })).status).toBe(422);
  expect((await people.change(admin, [], { secondStep: 'off' })).status).toBe(422);
});
