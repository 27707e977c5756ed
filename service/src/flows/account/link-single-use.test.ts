/** Threat A7: a mailed link takes effect once, also under parallel tries. */
import { afterAll, expect, test } from 'vitest';

import { newDeviceToken } from '#security/tokens/device-token.ts';
import { requestEmailChange } from '#test/drivers/admin-driver.ts';
import { confirmDevice, sendDeviceLink } from '#test/drivers/device-driver.ts';
import {
  accept,
  confirm,
  linksTo,
  recover,
  reset,
  signUp,
  withoutHashing,
} from '#test/drivers/link-driver.ts';
import { nameOf, tally } from '#test/drivers/outcome.ts';
import { callFrom, createAccount, createTestDeps, mailsTo, newClient } from '#test/setup/test-deps.ts';

import { confirmEmailChange } from './email-change.ts';
import { inviteAccount } from '#test/drivers/invitation-driver.ts';
import { rounds } from '#test/setup/proof.ts';

const parallel = 20;
/** Satisfies every rule, and is short: its strength is checked at every try. */
const password = 'k7!Vq2Zx%w';

const deps = withoutHashing(await createTestDeps());
afterAll(() => deps.close());

const atOnce = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: parallel }, work));
const onlyLink = async (to: string, kind: Parameters<typeof linksTo>[2]) => {
  const [link, ...others] = await linksTo(deps, to, kind);
  if (link === undefined || others.length > 0) throw new Error(`expected one ${kind}`);
  return link;
};

/** Each round has another person; each try comes from another client. */
async function run(what: string, round: (n: number) => Promise<string[]>) {
  const names: string[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const ofRound = await round(n);
    expect(
      ofRound.filter((name) => name === 'answered'),
      `${what}, round ${n}`,
    ).toHaveLength(1);
    names.push(...ofRound);
  }
  expect(names).toHaveLength(rounds * parallel);
}

test('A7: a reset link, 20 times in parallel, sets one password', async () => {
  await run('reset link', async () => {
    const { email } = await createAccount(deps);
    await recover(deps, email, newClient());
    const link = await onlyLink(email, 'passwordReset');
    const outcomes = await atOnce(() => reset(deps, link, newClient(), password));
    const told = (await mailsTo(deps, email)).filter(({ kind }) => kind === 'passwordChanged');
    expect(told).toHaveLength(1);
    return outcomes.map(nameOf);
  });
});

test('A7: a device link, 20 times in parallel, makes one device known', async () => {
  await run('device link', async () => {
    const { id, email } = await createAccount(deps);
    await sendDeviceLink(deps, email, newClient());
    const link = await onlyLink(email, 'deviceLink');
    const outcomes = await atOnce(() => confirmDevice(deps, link, newDeviceToken(deps.keys), newClient()));
    const known = await deps.store.durable
      .selectFrom('devices')
      .select('device')
      .where('account_id', '=', id)
      .execute();
    expect(known).toHaveLength(1);
    return outcomes.map(nameOf);
  });
});

test('A7: an invitation, 20 times in parallel, is accepted once', async () => {
  await run('invitation', async (n) => {
    const email = `ivy-${n}@northline.test`;
    const ivy = { companyId: deps.company.id, email, name: 'Ivy', language: 'en', roles: [] } as const;
    await inviteAccount(ivy, callFrom(), deps);
    const link = await onlyLink(email, 'invitation');
    return (await atOnce(() => accept(deps, link, newClient(), password))).map(nameOf);
  });
});

test('A7: a signup, confirmed 20 times in parallel, creates one account', async () => {
  const before = await deps.store.durable.selectFrom('companies').select('id').execute();
  await run('signup', async (n) => {
    const email = `founder-${n}@harbour.test`;
    await signUp(deps, email, newClient());
    const link = await onlyLink(email, 'signUp');
    return (await atOnce(() => confirm(deps, link, newClient()))).map(nameOf);
  });
  const companies = await deps.store.durable.selectFrom('companies').select('id').execute();
  expect(companies.length - before.length).toBe(rounds);
});

test('A7: an email change, confirmed 20 times in parallel, is done once', async () => {
  // Every try is answered with success; the change, its email and its log entry happen once.
  const results: string[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const account = await createAccount(deps);
    const newEmail = `renamed-${n}@northline.test`;
    await requestEmailChange({ accountId: account.id, newEmail }, callFrom(), deps);
    const { token } = await onlyLink(newEmail, 'emailChange');
    results.push(...(await atOnce(() => confirmEmailChange(token, newClient(), deps))));
    const told = (await mailsTo(deps, account.email)).filter(({ kind }) => kind === 'emailChanged');
    expect(told).toHaveLength(1);
  }
  const changes = await deps.store.durable
    .selectFrom('events')
    .select('id')
    .where('kind', '=', 'emailChanged')
    .execute();
  expect(changes).toHaveLength(rounds);
  expect(tally(results)).toEqual({ success: rounds * parallel });
});
