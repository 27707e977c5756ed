import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { days, hours, minutes } from '@app/contract/fields/durations.ts';
import { challengeFromWire } from '@app/contract/calls/wire-names.ts';

import { newDeviceToken } from '#security/tokens/device-token.ts';
import { insertLink } from '#store/accounts/links.ts';
import { deleteExpired } from '#store/housekeeping.ts';
import { disableAccount, requestEmailChange } from '#test/drivers/admin-driver.ts';
import { refresh, signIn, signInBasic } from '#test/drivers/flow-driver.ts';
import { linksTo, newestLink, recoverToLink, reset as resetBy, stateOf } from '#test/drivers/link-driver.ts';
import { nameOf, outcomeOf, tally } from '#test/drivers/outcome.ts';
import {
  callFrom,
  createAccount,
  createTestDeps,
  mailsTo,
  newestCode,
  fillCounters,
  newClient,
} from '#test/setup/test-deps.ts';

import { createLink, resetLinkSubject } from '#links/create-link.ts';
import { emailChangeVisits } from '#rate-limits/rate-limits.ts';
import { confirmEmailChange, viewEmailChange } from './email-change.ts';
import { flows } from '#flows/flows.ts';

let people = 0;
const deps = await createTestDeps();
afterAll(() => deps.close());

const view = (token: string) => viewEmailChange(token, newClient(), deps);
const confirm = (token: string) => confirmEmailChange(token, newClient(), deps);

/** An account whose admin asked for another address, and the code that was mailed there. */
async function ask(newEmail = `renamed-${(people += 1)}@northline.test`) {
  const account = await createAccount(deps, { secondStep: 'off' });
  await requestEmailChange({ accountId: account.id, newEmail }, callFrom(), deps);
  return { account, newEmail, link: await newestLink(deps, newEmail, 'emailChange') };
}

test('a confirmed change: the new address signs in, the old one gets a mail, all sessions end', async () => {
  const { account, newEmail, link } = await ask();
  const { refresh_token: token } = await signInBasic(deps, account.email, newClient());
  const reset = await recoverToLink(deps, account.email, newClient());
  expect(link.url).toMatch(/^http:\/\/localhost:4000\/auth\/v1\/users\/email-change\?token=[\w-]{43}$/);
  expect(await mailsTo(deps, newEmail)).toEqual([
    { kind: 'emailChange', values: { name: 'Ada', newEmail, url: link.url } },
  ]);
  expect(await view(link.token)).toEqual({ state: 'confirm', newEmail });
  expect(await confirm(link.token)).toBe('success');
  expect(nameOf(await refresh(deps, token))).toBe('sessionExpired');
  expect(nameOf(await signIn(deps, account.email, undefined, newClient()))).toBe('credentials');
  expect(nameOf(await signIn(deps, newEmail, undefined, newClient()))).toBe('answered');
  expect(await stateOf(deps, 'reset', reset)).toBe('cancelled');
  expect((await mailsTo(deps, account.email)).at(-1)).toEqual({
    kind: 'emailChanged',
    values: { name: 'Ada', newEmail },
  });
  // A repeat, by the button or the page, gets the same result and changes nothing.
  expect(await confirm(link.token)).toBe('success');
  expect(await view(link.token)).toEqual({ state: 'success' });
  const told = (await mailsTo(deps, account.email)).filter(({ kind }) => kind === 'emailChanged');
  expect(told).toHaveLength(1);
});

test('the old mailbox gets no password by a link that was being made, or used, during the change', async () => {
  const { account, link } = await ask();
  expect(await confirm(link.token)).toBe('success');
  // The change could not see it: it was inserted at that moment.
  const { row, mailed } = createLink('/password/reset', resetLinkSubject(account), deps, deps.clock());
  await insertLink(row).execute(deps.store.durable);
  const late = { email: account.email, token: new URL(mailed.url).searchParams.get('code') ?? '' };
  expect(await stateOf(deps, 'reset', late)).toBe('cancelled');
  expect(nameOf(await resetBy(deps, late, newClient()))).toBe('invalidLink');

  const other = await createAccount(deps);
  const held = await recoverToLink(deps, other.email, newClient());
  const email = `gone-${(people += 1)}@northline.test`;
  // The address changes after the link was found valid.
  const hash: typeof deps.passwords.hash = async (...args) => {
    await deps.store.durable.updateTable('accounts').set({ email }).where('id', '=', other.id).execute();
    return deps.passwords.hash(...args);
  };
  const meanwhile = { ...deps, passwords: { ...deps.passwords, hash } };
  expect(nameOf(await resetBy(meanwhile, held, newClient()))).toBe('invalidLink');
});

test('a confirmed change ends open challenges and forgets known devices', async () => {
  const account = await createAccount(deps);
  const newEmail = `moved-${(people += 1)}@northline.test`;
  await requestEmailChange({ accountId: account.id, newEmail }, callFrom(), deps);
  const link = await newestLink(deps, newEmail, 'emailChange');
  const device = newDeviceToken(deps.keys);
  const { answer } = await signIn(deps, account.email, undefined, newClient(), device);
  const challenge = challengeFromWire(answer);
  if (challenge === undefined) throw new Error('expected a challenge');
  const code = await newestCode(deps, account.email);
  await confirm(link.token);
  for (const email of [account.email, newEmail]) {
    const body = { email, code, session: challenge.session };
    expect(nameOf(await outcomeOf(flows.verifyCode(body, newClient(), deps)))).toBe('sessionExpired');
  }
});

test('an expired code sends one new link, however often it is opened; after seven days it sends none', async () => {
  const { newEmail, link } = await ask();
  deps.advance(hours(24) - 1);
  expect(await view(link.token)).toMatchObject({ state: 'confirm' });
  deps.advance(1);
  const states = await Promise.all(Array.from({ length: 20 }, () => view(link.token)));
  expect(tally(states.map(({ state }) => state))).toEqual({ code_expired: 20 });
  expect(await confirm(link.token)).toBe('code_expired');
  const links = await linksTo(deps, newEmail, 'emailChange');
  expect(links).toHaveLength(2);
  const next = await newestLink(deps, newEmail, 'emailChange');
  expect(next.token).not.toBe(link.token);
  expect(await view(next.token)).toMatchObject({ state: 'confirm' });

  // The second code is valid for a day, too; the third one expires with the request.
  deps.advance(days(5));
  expect(await view(next.token)).toEqual({ state: 'code_expired' });
  const last = await newestLink(deps, newEmail, 'emailChange');
  deps.advance(days(1) - 1);
  expect(await view(last.token)).toMatchObject({ state: 'confirm' });
  deps.advance(1);
  for (const { token } of [link, next, last]) {
    expect(await view(token)).toEqual({ state: 'ttl' });
    expect(await confirm(token)).toBe('ttl');
  }
  expect(await linksTo(deps, newEmail, 'emailChange')).toHaveLength(3);
  // It is reported as expired for a month; then it is unknown.
  deps.advance(days(30) - 1);
  await deleteExpired(deps.store.relaxed, deps.clock());
  expect(await view(link.token)).toEqual({ state: 'ttl' });
  deps.advance(days(1));
  await deleteExpired(deps.store.relaxed, deps.clock());
  expect(await view(link.token)).toEqual({ state: 'unknown' });
});

test('a new code confirms, and the expired one then reports the success', async () => {
  const { newEmail, link } = await ask();
  deps.advance(hours(25));
  await view(link.token);
  const next = await newestLink(deps, newEmail, 'emailChange');
  expect(await confirm(next.token)).toBe('success');
  expect(await view(link.token)).toEqual({ state: 'success' });
  expect(await confirm(link.token)).toBe('success');
});

test('a newer request cancels the older, and a disabled account confirms nothing', async () => {
  const { account, link } = await ask();
  const second = `again-${(people += 1)}@northline.test`;
  await requestEmailChange({ accountId: account.id, newEmail: second }, callFrom(), deps);
  expect(await view(link.token)).toEqual({ state: 'cancelled' });
  expect(await confirm(link.token)).toBe('cancelled');
  const newer = await newestLink(deps, second, 'emailChange');
  await disableAccount(account.id, callFrom(), deps);
  expect(await view(newer.token)).toEqual({ state: 'cancelled' });
  expect(await confirm(newer.token)).toBe('cancelled');
});

test('an address in use is refused, and one that came into use meanwhile makes the link unknown', async () => {
  const taken = await createAccount(deps);
  const { account, newEmail, link } = await ask();
  for (const address of [taken.email, taken.email.toUpperCase(), account.email, 'none', 'a@x.test,b@x.test'])
    await expect(
      requestEmailChange({ accountId: account.id, newEmail: address }, callFrom(), deps),
    ).rejects.toMatchObject({ refusal: 'invalid', details: { fields: { newEmail: ['is_invalid'] } } });
  for (const accountId of [randomUUID(), (await createAccount(deps, { status: 'disabled' })).id])
    await expect(
      requestEmailChange({ accountId, newEmail: 'free@northline.test' }, callFrom(), deps),
    ).rejects.toMatchObject({ refusal: 'notFound' });

  await createAccount(deps, { email: newEmail });
  expect(await confirm(link.token)).toBe('unknown');
  expect(nameOf(await signIn(deps, account.email, undefined, newClient()))).toBe('answered');
});

test('two accounts that confirm one address at the same moment: one gets it, the other keeps its own', async () => {
  const newEmail = `wanted-${(people += 1)}@northline.test`;
  const accounts = await Promise.all([1, 2].map(() => createAccount(deps, { secondStep: 'off' })));
  for (const { id } of accounts) {
    deps.advance(1);
    await requestEmailChange({ accountId: id, newEmail }, callFrom(), deps);
  }
  const links = await linksTo(deps, newEmail, 'emailChange');
  const results = await Promise.all(links.map(({ token }) => confirm(token)));
  expect(tally(results)).toEqual({ success: 1, unknown: 1 });
});

test('D7: opening a code ten times changes nothing, and the confirmation still works', async () => {
  const { link, newEmail } = await ask();
  const tables = async () => {
    const db = deps.store.durable;
    const [links, changes, accounts] = [
      await db.selectFrom('links').selectAll().orderBy('id').execute(),
      await db.selectFrom('email_changes').selectAll().orderBy('id').execute(),
      await db.selectFrom('accounts').selectAll().orderBy('id').execute(),
    ];
    const outbox = await db.selectFrom('outbox').select('id').orderBy('id').execute();
    return JSON.stringify([links, changes, accounts, outbox]);
  };
  const before = await tables();
  for (let n = 0; n < 10; n += 1) expect(await view(link.token)).toEqual({ state: 'confirm', newEmail });
  const after = await tables();
  expect(after).toBe(before);
  expect(await confirm(link.token)).toBe('success');
});

test('a client may open 1,000 links in ten minutes, with any token', async () => {
  const call = newClient();
  await fillCounters(deps, emailChangeVisits(call.client), 30);
  const names: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    names.push(nameOf(await outcomeOf(viewEmailChange('x', call, deps))));
    names.push(nameOf(await outcomeOf(confirmEmailChange('', call, deps))));
  }
  expect(tally(names)).toEqual({ answered: 30, rateLimited: 10 });
  deps.advance(minutes(10));
  expect(await viewEmailChange('x', call, deps)).toEqual({ state: 'unknown' });
});
