/**
 * For each limit that others can fill: whom it stops, and that this person can still sign in. The table of
 * docs/security.md has the same rows.
 */
import { minutes } from '@app/contract/fields/durations.ts';
import { afterAll, expect, test } from 'vitest';

import { newDeviceToken } from '#security/tokens/device-token.ts';
import { requestEmailChange } from '#test/drivers/admin-driver.ts';
import { confirmDevice, sendDeviceLink } from '#test/drivers/device-driver.ts';
import { openTestChallenge, resend, signIn, signInToCode, verify } from '#test/drivers/flow-driver.ts';
import { accept, newestLink, recover, recoverToLink, reset, signUp } from '#test/drivers/link-driver.ts';
import { inviteAccount } from '#test/drivers/invitation-driver.ts';
import { nameOf, outcomeOf, tally } from '#test/drivers/outcome.ts';
import {
  callFrom,
  createAccount,
  createTestDeps,
  mailsTo,
  newestCode,
  fillCounters,
} from '#test/setup/test-deps.ts';

import { flows } from '#flows/flows.ts';
import { confirmEmailChange, viewEmailChange } from '#flows/account/email-change.ts';

import { acceptances, emailChangeVisits, linkChecks, resets } from './rate-limits.ts';

const deps = await createTestDeps();
afterAll(() => deps.close());

const office = callFrom('198.51.100.1');

/** Wrong passwords for `email`, as many as are given. */
async function wrong(email: string, count: number, call = office, device?: string): Promise<void> {
  for (let n = 0; n < count; n += 1) await signIn(deps, email, 'wrong', call, device);
}

/** The owner follows one mailed link on a device, and signs in there. */
async function byDeviceLink(email: string, call = office, device = newDeviceToken(deps.keys)) {
  expect(nameOf(await signIn(deps, email, undefined, call, device))).toBe('unknownDevice');
  expect(nameOf(await sendDeviceLink(deps, email, call))).toBe('answered');
  const link = await newestLink(deps, email, 'deviceLink');
  expect(nameOf(await confirmDevice(deps, link, device, call))).toBe('answered');
  return signIn(deps, email, undefined, call, device);
}

/** Makes a device known to an account without a second step. */
async function knownDevice(email: string): Promise<string> {
  const device = newDeviceToken(deps.keys);
  expect(nameOf(await signIn(deps, email, undefined, callFrom(1), device))).toBe('answered');
  return device;
}

test('login:account-client: a colleague who enters five wrong passwords every 15 minutes leaves the owner one mailed link', async () => {
  const { email } = await createAccount(deps);
  for (let quarter = 0; quarter < 4; quarter += 1) {
    await wrong(email, 5);
    deps.advance(minutes(15));
  }
  await wrong(email, 5);
  expect((await byDeviceLink(email)).answer).toHaveProperty('basic');
});

test('login:client: 554 requests by a neighbour leave sign-in, recovery and sign-up to the office, each by one mailed link', async () => {
  for (let n = 0; n < 54; n += 1) await signIn(deps, `sprayed-${n}@northline.test`, 'wrong', office);
  for (let n = 0; n < 500; n += 1) await recover(deps, `nobody-${n}@northline.test`, office);
  const { email } = await createAccount(deps);
  expect((await byDeviceLink(email)).answer).toHaveProperty('basic');
  const other = await createAccount(deps);
  expect(nameOf(await recover(deps, other.email, office))).toBe('answered');
  expect((await mailsTo(deps, other.email)).map(({ kind }) => kind)).toEqual(['passwordReset']);
  expect(nameOf(await signUp(deps, 'founder@quayside.test', office))).toBe('answered');
  expect((await mailsTo(deps, 'founder@quayside.test')).map(({ kind }) => kind)).toEqual(['signUp']);
});

test('login:account-device: 40 wrong passwords on one known device stop no other one, and a mailed link lets this one in', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const [stolen, own] = [await knownDevice(email), await knownDevice(email)];
  for (let quarter = 0; quarter < 8; quarter += 1) {
    await wrong(email, 5, callFrom(2), stolen);
    deps.advance(minutes(15));
  }
  expect(nameOf(await signIn(deps, email, undefined, callFrom(2), own))).toBe('answered');
  expect((await byDeviceLink(email, callFrom(2), stolen)).answer).toHaveProperty('basic');
});

test('mails:mailbox: sign-ups by strangers leave the exact address one link in 15 minutes, and tags send no mail more', async () => {
  const email = 'owner@quayside.test';
  for (let n = 0; n < 40; n += 1) await signUp(deps, `owner+${n}@quayside.test`, callFrom(`203.0.113.${n}`));
  expect(nameOf(await signUp(deps, email, callFrom(3)))).toBe('answered');
  const own = (await mailsTo(deps, email)).length;
  let tagged = 0;
  for (let n = 0; n < 40; n += 1) tagged += (await mailsTo(deps, `owner+${n}@quayside.test`)).length;
  expect([tagged, own]).toEqual([5, 1]);
});

test("resends by strangers, 15 and more a day, leave the owner's own button", async () => {
  const { email } = await createAccount(deps);
  for (let n = 0; n < 40; n += 1) {
    await resend(deps, email, callFrom(`203.0.113.${n}`));
    deps.advance(minutes(1));
  }
  const { session } = await signInToCode(deps, email, callFrom(4));
  const before = (await mailsTo(deps, email)).length;
  deps.advance(minutes(1));
  expect(nameOf(await resend(deps, email, callFrom(4)))).toBe('answered');
  const mails = await mailsTo(deps, email);
  expect(mails.length - before).toBe(1);
  const code = mails.at(-1)?.values?.['code'] ?? '';
  expect(tally([nameOf(await verify(deps, email, code, session, callFrom(4)))])).toEqual({ answered: 1 });
});

test('accept, reset, link-check: a neighbour who fills them with links that are not good leaves every good one', async () => {
  await fillCounters(
    deps,
    [...acceptances(office.client), ...resets(office.client), ...linkChecks(office.client)],
    1,
  );
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const bad = { email, token: 'x'.repeat(43) };
  const device = newDeviceToken(deps.keys);
  const check = (token: string) => outcomeOf(flows.checkLink({ kind: 'reset', email, token }, office, deps));
  const junk = [
    await accept(deps, bad, office),
    await accept(deps, bad, office),
    await confirmDevice(deps, bad, device, office),
    await reset(deps, bad, office),
    await reset(deps, bad, office),
    await check(bad.token),
    await check(bad.token),
  ];
  expect(tally(junk.map(nameOf))).toEqual({ invalidLink: 2, answered: 1, rateLimited: 4 });

  await sendDeviceLink(deps, email, office);
  expect(nameOf(await confirmDevice(deps, await newestLink(deps, email, 'deviceLink'), device, office))).toBe(
    'answered',
  );
  const link = await recoverToLink(deps, email, office);
  expect((await check(link.token)).answer).toEqual({ state: 'valid' });
  expect(nameOf(await reset(deps, link, office))).toBe('answered');
  const { companyId } = await createAccount(deps);
  const invited = {
    companyId,
    email: 'invited@northline.test',
    name: '',
    language: 'en',
    roles: [],
  } as const;
  await inviteAccount(invited, office, deps);
  const invitation = await newestLink(deps, invited.email, 'invitation');
  expect(nameOf(await accept(deps, invitation, office))).toBe('answered');
});

test('codes: wrong ones for 60 accounts of a neighbour leave the office its own', async () => {
  const here = callFrom('198.51.100.9');
  for (let n = 0; n < 60; n += 1) {
    const account = await createAccount(deps);
    const session = await openTestChallenge(deps, account, '123456');
    expect(nameOf(await verify(deps, account.email, '000000', session, here))).toBe('invalidCode');
  }
  const { email } = await createAccount(deps);
  const { session } = await signInToCode(deps, email, here);
  expect(nameOf(await verify(deps, email, await newestCode(deps, email), session, here))).toBe('answered');
});

test('email-change: a neighbour who fills it leaves every link of ours', async () => {
  await fillCounters(deps, emailChangeVisits(office.client), 1);
  const { id } = await createAccount(deps);
  const newEmail = 'renamed@northline.test';
  await requestEmailChange({ accountId: id, newEmail }, callFrom(), deps);
  const names = [];
  for (let n = 0; n < 2; n += 1) names.push(nameOf(await outcomeOf(viewEmailChange('x', office, deps))));
  expect(names).toEqual(['answered', 'rateLimited']);
  const { token } = await newestLink(deps, newEmail, 'emailChange');
  expect(await viewEmailChange(token, office, deps)).toEqual({ state: 'confirm', newEmail });
  expect(await confirmEmailChange(token, office, deps)).toBe('success');
});
