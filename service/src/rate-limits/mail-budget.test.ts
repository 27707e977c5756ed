/** What the admins of one company can have sent to one mailbox in a day, by whatever call (threat A8). */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { days } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';

import type { SignedIn } from '#test/drivers/dashboard-driver.ts';
import { tally } from '#test/drivers/outcome.ts';
import { createPeopleDriver } from '#test/drivers/people-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { mailsTo } from '#test/setup/test-deps.ts';

let admin: SignedIn;
const service = await createTestApp();
const people = createPeopleDriver(service);
afterAll(() => service.close());

const most = limits.mailsOfCompany;
const newMailbox = () => {
  const name = `victim-${randomUUID()}`;
  return { plain: `${name}@northline.test`, tagged: (tag: number) => `${name}+${tag}@northline.test` };
};
/** How often each of the answers came. */
async function answers(count: number, ask: (n: number) => Promise<string>): Promise<Record<string, number>> {
  const told: string[] = [];
  for (let n = 0; n < count; n += 1) told.push(await ask(n));
  return tally(told);
}
const invite = async (email: string, as = admin) =>
  (await people.call('invite', { as, body: { invitations: [{ email }] } })).body.results[0];
const mailsOf = async (...emails: string[]) =>
  (await Promise.all(emails.map(async (email) => (await mailsTo(service.deps, email)).length))).reduce(
    (sum, count) => sum + count,
    0,
  );

test('A8: 100 tags of one mailbox in one call are sent five mails, and five more the next day', async () => {
  admin = await people.newAdmin();
  const { plain, tagged } = newMailbox();
  const emails = Array.from({ length: 100 }, (_, n) => tagged(n));
  const send = async () =>
    tally(
      (
        await people.call('invite', {
          as: admin,
          body: { invitations: emails.map((email) => ({ email })) },
        })
      ).body.results.map(({ ok, reason }) => (ok ? 'ok' : (reason ?? ''))),
    );
  expect(await send()).toEqual({ ok: most, mailedTooOften: 100 - most });
  expect((await invite(plain))?.reason).toBe('mailedTooOften');
  expect(await mailsOf(...emails)).toBe(most);
  service.deps.advance(days(1));
  admin = await people.signedIn({ companyId: admin.account.companyId });
  expect(await send()).toEqual({ ok: most, exists: most, mailedTooOften: 100 - 2 * most });
});

test('A8: 40 changes to addresses of one mailbox send it five mails; the next ones are refused and change nothing', async () => {
  admin = await people.newAdmin();
  const { plain, tagged } = newMailbox();
  const persons = await Promise.all(Array.from({ length: 40 }, () => people.personOf(admin)));
  const asked = await answers(40, async (n) => {
    const params = { userId: persons[n]?.id ?? '' };
    const { refusal } = await people.call('requestEmailChange', {
      as: admin,
      params,
      body: { email: tagged(n) },
    });
    const { emailChange } = (await people.call('readUser', { as: admin, params })).body;
    return `${refusal ?? 'asked'}, ${emailChange ? 'waits' : 'nothing waits'}`;
  });
  expect(asked).toEqual({ 'asked, waits': most, 'mailedTooOften, nothing waits': 40 - most });
  expect((await invite(plain))?.reason).toBe('mailedTooOften');
});

test('A8: a change of address is refused, too, while its notice to the old mailbox could not be sent', async () => {
  admin = await people.newAdmin();
  const person = await people.personOf(admin);
  const params = { userId: person.id };
  const asked = await answers(40, async () => {
    const body = { email: newMailbox().plain };
    return (await people.call('requestEmailChange', { as: admin, params, body })).refusal ?? 'asked';
  });
  expect(asked).toEqual({ asked: most, mailedTooOften: 40 - most });
  expect(await people.kindsTo(person.email)).toEqual(Array(most).fill('emailChangeAsked'));
});

test('A8: new passwords are asked for five times a day, and the refused one leaves the password', async () => {
  admin = await people.newAdmin();
  const person = await people.personOf(admin);
  const params = { userId: person.id };
  const { password_hash } = await people.rowOf(person.id);
  const asked = await answers(20, async (n) => {
    if (n === most)
      await service.deps.store.durable
        .updateTable('accounts')
        .set({ password_hash })
        .where('id', '=', person.id)
        .execute();
    return (await people.call('requestNewPassword', { as: admin, params })).refusal ?? 'asked';
  });
  expect(asked).toEqual({ asked: most, mailedTooOften: 20 - most });
  expect((await people.rowOf(person.id)).password_hash).toBe(password_hash);
  expect(await mailsOf(person.email)).toBe(most);
});

test('A8: disabling always works; enabling somebody who needs a mail is refused after five of them', async () => {
  admin = await people.newAdmin();
  const { plain } = newMailbox();
  const id = (await invite(plain))?.id ?? '';
  const set = async (status: 'active' | 'disabled') =>
    (await people.change(admin, [id], { status })).body.results[0];
  const told = await answers(30, async () => {
    const { ok: isDisabled } = (await set('disabled')) ?? {};
    const enabled = await set('active');
    return `${isDisabled} ${enabled?.ok || enabled?.reason}`;
  });
  // The first email was the invitation. A repeat finds it disabled, and is as good.
  expect(told).toEqual({ 'true true': most - 1, 'true mailedTooOften': 31 - most });
  expect(await mailsOf(plain)).toBe(most);
});

test('A8: mails of all kinds share the budget, and a stranger’s company leaves the employer’s untouched', async () => {
  const [stranger, employer] = [await people.newAdmin(), await people.newAdmin()];
  admin = stranger;
  const { plain, tagged } = newMailbox();
  const invited = await answers(20, async (n) => {
    const result = await invite(n === 0 ? plain : tagged(n));
    return result?.reason ?? 'ok';
  });
  expect(invited).toEqual({ ok: most, mailedTooOften: 20 - most });
  const mine = await invite(plain, employer);
  expect(mine).toMatchObject({ ok: true });
  const again = async (as: SignedIn, id: string) =>
    (await people.call('resendInvitations', { as, body: { ids: [id] } })).body.results[0]?.reason ?? 'ok';
  const method = async (to: 'google' | 'password') =>
    (await people.change(employer, [mine?.id ?? ''], { method: to })).body.results[0]?.ok;
  expect([await again(employer, mine?.id ?? ''), await method('google'), await method('password')]).toEqual([
    'ok',
    true,
    true,
  ]);
  expect(await again(employer, mine?.id ?? '')).toBe('ok');
  expect(await again(employer, mine?.id ?? '')).toBe('mailedTooOften');
});
