/** Tests that strangers and other people on a network cannot lock an owner out (docs/decisions/rate-limits.md). */
import { afterAll, expect, test } from 'vitest';
import { hours, minutes } from '@app/contract/fields/durations.ts';

import { newDeviceToken } from '#security/tokens/device-token.ts';
import { counting, resend, signIn, signInToCode, verify } from '#test/drivers/flow-driver.ts';
import { newestLink, recover, reset, stateOf } from '#test/drivers/link-driver.ts';
import { nameOf, outcomeOf, tally } from '#test/drivers/outcome.ts';
import { hundreds } from '#test/setup/proof.ts';
import { callFrom, createAccount, createTestDeps, mailsTo, newestCode } from '#test/setup/test-deps.ts';

import { flows } from '#flows/flows.ts';
import { mailboxOf } from '#rate-limits/rate-limits.ts';

const deps = await createTestDeps();
afterAll(() => deps.close());

/** Attacks an address from 100 network addresses: wrong passwords, recoveries, resends. Resolves to the compared ones. */
async function storm(email: string): Promise<number> {
  const { deps: counted, compared } = counting(deps);
  for (let round = 0; round < hundreds; round += 1) {
    const tries = Array.from({ length: 100 }, (_, n) =>
      signIn(counted, email, `guess-${round}`, callFrom(`203.0.113.${n}`)),
    );
    await Promise.all(tries);
  }
  await Promise.all(Array.from({ length: 100 }, (_, n) => recover(deps, email, callFrom(`203.0.113.${n}`))));
  deps.advance(minutes(1));
  for (let n = 0; n < 100; n += 1) await resend(deps, email, callFrom(`203.0.113.${n}`));
  return compared();
}

test('A2: after as many wrong passwords as strangers send, 100 recoveries and 100 resends by strangers the owner signs in at the first try on a known device, also one known by password only', async () => {
  const device = newDeviceToken(deps.keys);
  const byCode = await createAccount(deps);
  const { session } = await signInToCode(deps, byCode.email, callFrom(1), device);
  await verify(deps, byCode.email, await newestCode(deps, byCode.email), session, callFrom(1));
  const byPassword = await createAccount(deps, { secondStep: 'off' });
  await signIn(deps, byPassword.email, undefined, callFrom(1), device);

  for (const { email } of [byCode, byPassword]) {
    const compared = await storm(email);
    const owner = await signIn(deps, email, undefined, callFrom(1), device);
    expect(compared).toBe(50);
    expect(nameOf(owner)).toBe('answered');
  }
  // The owner still gets a code, however many the strangers had mailed.
  const challenge = await signInToCode(deps, byCode.email, callFrom(1), device);
  const code = await newestCode(deps, byCode.email);
  expect(nameOf(await verify(deps, byCode.email, code, challenge.session, callFrom(1)))).toBe('answered');
});

test('a device known by password only does not spare the code', async () => {
  const device = newDeviceToken(deps.keys);
  const account = await createAccount(deps, { secondStep: 'off' });
  await signIn(deps, account.email, undefined, callFrom(2), device);
  await deps.store.durable
    .updateTable('accounts')
    .set({ second_step: 'unrecognised' })
    .where('id', '=', account.id)
    .execute();
  const { session } = await signInToCode(deps, account.email, callFrom(2), device);
  await verify(deps, account.email, await newestCode(deps, account.email), session, callFrom(2));
  expect((await signIn(deps, account.email, undefined, callFrom(2), device)).answer).toHaveProperty('basic');
});

test('A2: during 100 recoveries by strangers the owner is never refused and always has a valid link', async () => {
  const { email } = await createAccount(deps);
  const names = (
    await Promise.all(Array.from({ length: 100 }, (_, n) => recover(deps, email, callFrom(`203.0.113.${n}`))))
  ).map(nameOf);
  expect(tally(names)).toEqual({ answered: 100 });
  const link = await newestLink(deps, email, 'passwordReset');
  expect(await stateOf(deps, 'reset', link)).toBe('valid');
  // Once it is used the next one is sent, however many strangers had requested.
  expect(nameOf(await reset(deps, link, callFrom(3)))).toBe('answered');
  deps.advance(1);
  expect(nameOf(await recover(deps, email, callFrom(3)))).toBe('answered');
  expect(await stateOf(deps, 'reset', await newestLink(deps, email, 'passwordReset'))).toBe('valid');
});

test('A3: 50 colleagues sign in beside a client on their network with 50 wrong passwords, one more every 15 minutes, 100 recoveries of unknown addresses and 500 SSO starts', async () => {
  const office = callFrom('198.51.100.1');
  const victim = await createAccount(deps);
  for (let n = 0; n < 50; n += 1) await signIn(deps, `typo-${n % 10}@northline.test`, 'wrong', office);
  for (let quarter = 0; quarter < 8; quarter += 1) {
    deps.advance(minutes(15));
    await signIn(deps, victim.email, 'wrong', office);
  }
  await Promise.all(
    Array.from({ length: 100 }, (_, n) => recover(deps, `nobody-${n}@northline.test`, office)),
  );
  const starts = await Promise.all(
    Array.from({ length: 500 }, () =>
      outcomeOf(flows.startSso({ email: 'nobody@northline.test' }, office, deps)),
    ),
  );
  expect(tally(starts.map(nameOf))).toEqual({ ssoNotConfigured: 500 });

  const names: string[] = [];
  for (let n = 0; n < 50; n += 1) {
    const { email } = await createAccount(deps, { secondStep: 'off' });
    if (n % 5 === 0) await signIn(deps, email, 'wrong', office);
    names.push(nameOf(await signIn(deps, email, undefined, office)));
    if (n < 10) names.push(nameOf(await recover(deps, email, office)));
    const sso = await outcomeOf(flows.startSso({ email }, office, deps));
    names.push(sso.refusal?.refusal === 'ssoNotConfigured' ? 'answered' : nameOf(sso));
  }
  expect(tally(names)).toEqual({ answered: 110 });
});

test("A3: a wrong password before the right one does not count against the office's limit: 60 people on new devices", async () => {
  const office = callFrom('198.51.100.2');
  const names: string[] = [];
  for (let n = 0; n < 60; n += 1) {
    const { email } = await createAccount(deps, { secondStep: 'off' });
    await signIn(deps, email, 'wrong', office);
    names.push(nameOf(await signIn(deps, email, undefined, office)));
  }
  expect(tally(names)).toEqual({ answered: 60 });
});

test('A8: addresses of one mailbox share its limit of mails: 40 recoveries for ada+x and ada+y send five', async () => {
  expect(['Ada+x@H.test', 'ada@h.test', '+x@h.test', 'a+b+c@h.test'].map(mailboxOf)).toEqual([
    'ada@h.test',
    'ada@h.test',
    '+x@h.test',
    'a@h.test',
  ]);
  deps.advance(hours(24));
  const addresses: string[] = [];
  for (let n = 0; n < 4; n += 1)
    addresses.push((await createAccount(deps, { email: `ada+${n}@h.test` })).email);
  for (let n = 0; n < 40; n += 1) await recover(deps, addresses[n % 2] ?? '', callFrom(`203.0.113.${n}`));
  const counts = await Promise.all(addresses.map(async (email) => (await mailsTo(deps, email)).length));
  expect(counts[0]).toBeGreaterThan(0);
  expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(5);
  // The owner of a third address without requests still gets one link.
  await recover(deps, addresses[2] ?? '', callFrom(4));
  expect(await mailsTo(deps, addresses[2] ?? '')).toHaveLength(1);
});
