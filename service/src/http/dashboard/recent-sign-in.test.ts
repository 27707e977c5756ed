/** When a sign-in is recent, and how the person makes it recent again (requirements §5; RFC 9470). */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { minutes, seconds } from '@app/contract/fields/durations.ts';
import type { DashboardCallName } from '@app/contract/calls/endpoints.ts';
import * as limits from '@app/contract/fields/limits.ts';

import { callCases, type CallCase } from '#test/dashboard/call-cases.ts';
import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount, rightPassword } from '#test/setup/test-deps.ts';

const service = await createTestApp();
const driver = createDashboardDriver(service);
afterAll(() => service.close());

/** Some of the changes that ask, each with what is sent; all of them are in `guarded-effects.test.ts`. */
async function askingChanges(): Promise<(readonly [name: DashboardCallName, sent: CallCase])[]> {
  const { id } = await createAccount(service.deps, { roles: [] });
  const cases = callCases({ userId: id, domain: '' });
  const asking = ['signOutUsers', 'requestEmailChange', 'requestNewPassword'] as const;
  const email = `admin-${randomUUID()}@guest.test`;
  const admins = { body: { invitations: [{ email, role: 'Admin' }] }, answers: 200 };
  const { body } = await driver.call('invite', {
    as: await driver.signedIn(),
    body: { invitations: [{ email: `invited-${email}`, role: 'Admin' }] },
  });
  const again = { body: { ids: body.results.map((result) => result.id) }, answers: 200 };
  return [
    ...asking.map((name) => [name, cases[name]] as const),
    ['invite', admins],
    ['resendInvitations', again],
  ];
}

/** The same session with new tokens: an access token lives no longer than a sign-in is recent. */
async function refreshed(person: SignedIn): Promise<SignedIn> {
  const answer = await service.app.inject({
    method: 'POST',
    url: '/auth/v2/tokens/refresh',
    payload: { refreshToken: person.refreshToken },
  });
  const { access_token: token, refresh_token: refreshToken } = answer.json();
  return { ...person, token, refreshToken };
}

it('G3: a sign-in of 14 min 59 s is not asked again, one of 15 min 1 s is', async () => {
  expect(limits.recentSignIn).toBe(minutes(15));
  const changes = await askingChanges();
  const asked: string[] = [];
  for (const age of [minutes(15) - seconds(1), minutes(15) + seconds(1)]) {
    for (const [name, { answers, ...sent }] of changes) {
      const person = await driver.signedIn();
      service.deps.advance(age);
      const got = await driver.call(name, { as: await refreshed(person), ...sent });
      const wanted = typeof answers === 'number' ? answers : answers[0];
      if (age < minutes(15)) expect([name, got.status]).toEqual([name, wanted]);
      else {
        expect([name, got.status, got.refusal]).toEqual([name, 401, 'reauthenticationRequired']);
        const header = 'Bearer error="insufficient_user_authentication", max_age=900';
        expect(got.headers['www-authenticate']).toBe(header);
        asked.push(name);
      }
    }
  }
});

it('after the password was given the same call with the same key is done; after a wrong one it is not', async () => {
  for (const [name, { answers, ...sent }] of await askingChanges()) {
    const signedIn = await driver.signedIn();
    service.deps.advance(minutes(16));
    const person = await refreshed(signedIn);
    const call = () =>
      driver.call(name, { as: person, ...sent, idempotencyKey: `again-${signedIn.token.slice(-60)}` });
    const prove = (password: string) => driver.call('reauthenticate', { as: person, body: { password } });
    expect((await call()).refusal).toBe('reauthenticationRequired');
    expect((await prove(`${rightPassword}?`)).refusal).toBe('credentials');
    expect((await call()).refusal).toBe('reauthenticationRequired');
    // Two dialogs at the same time: both are answered, and the change is made once.
    expect(
      (await Promise.all([prove(rightPassword), prove(rightPassword)])).map(({ status }) => status),
    ).toEqual([204, 204]);
    const both = await Promise.all([call(), call()]);
    const wanted = typeof answers === 'number' ? answers : answers[0];
    expect([name, ...both.map(({ status }) => status)]).toEqual([name, wanted, wanted]);
  }
});

it('whoever invites users and no admins is not asked, and an invitation of an admin is not half done', async () => {
  const signedIn = await driver.signedIn();
  service.deps.advance(minutes(16));
  const as = await refreshed(signedIn);
  const emails = Array.from({ length: 3 }, (_, n) => `${n}-${randomUUID()}@guest.test`);
  const users = emails.map((email) => ({ email, role: 'User' }));
  const mixed = [...users, { email: ` ADMIN-${emails[0]} `, role: ' Admin ' }];
  expect((await driver.call('invite', { as, body: { invitations: mixed } })).refusal).toBe(
    'reauthenticationRequired',
  );
  const sent = await driver.call('invite', { as, body: { invitations: users } });
  expect(sent.body.results.map(({ ok }) => ok)).toEqual([true, true, true]);
  const again = { ids: sent.body.results.map(({ id }) => id) };
  expect((await driver.call('resendInvitations', { as, body: again })).status).toBe(200);
  const admin = await driver.signedIn({ companyId: as.account.companyId });
  // One who was invited as a user, and made an admin before the invitation was accepted.
  const change = { ids: again.ids.slice(0, 1), change: { role: 'Admin' } };
  expect((await driver.call('changeUsers', { as: admin, body: change })).status).toBe(200);
  expect((await driver.call('resendInvitations', { as, body: again })).refusal).toBe(
    'reauthenticationRequired',
  );
});
