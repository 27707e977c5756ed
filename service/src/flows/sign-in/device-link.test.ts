/** The mailed link that makes a device known (docs/decisions/known-devices.md). */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { challengeFromWire } from '@app/contract/calls/wire-names.ts';
import { days, hours, minutes } from '@app/contract/fields/durations.ts';

import { newDeviceToken } from '#security/tokens/device-token.ts';
import { setEmail } from '#store/accounts/account-changes.ts';
import { askForNewPassword } from '#test/drivers/admin-driver.ts';
import { confirmDevice, sendDeviceLink } from '#test/drivers/device-driver.ts';
import { setUpAuthenticator } from '#test/drivers/factor-driver.ts';
import { signIn } from '#test/drivers/flow-driver.ts';
import { linksTo, newestLink, recoverToLink, reset, stateOf } from '#test/drivers/link-driver.ts';
import { answersOfMeeting } from '#test/drivers/meeting.ts';
import { nameOf, tally } from '#test/drivers/outcome.ts';
import { hundreds } from '#test/setup/proof.ts';
import {
  callFrom,
  createAccount,
  createTestDeps,
  mailsTo,
  fillCounters,
  newClient,
} from '#test/setup/test-deps.ts';

import {
  challenges,
  wrongAccounts,
  wrongPasswordsOnAccount,
  wrongPasswordsOnDevice,
} from '#rate-limits/rate-limits.ts';
import { readRiskData } from '#sessions/risk-data.ts';

const deps = await createTestDeps();
afterAll(() => deps.close());

/** Strangers try 100 or 1,000 wrong passwords from 100 addresses. */
async function storm(email: string): Promise<Record<string, number>> {
  const names: string[] = [];
  for (let round = 0; round < hundreds; round += 1) {
    const tries = Array.from({ length: 100 }, (_, n) =>
      signIn(deps, email, `guess-${round}`, callFrom(`203.0.113.${n}`)),
    );
    names.push(...(await Promise.all(tries)).map(nameOf));
  }
  return tally(names);
}

test('A2: after many wrong passwords from 100 addresses the owner signs in on a new device with one mail, also with a second step', async () => {
  for (const secondStep of ['off', 'unrecognised', 'always'] as const) {
    const { email } = await createAccount(deps, { secondStep });
    const device = newDeviceToken(deps.keys);
    const call = newClient();
    const full = wrongPasswordsOnAccount(email, call.client).slice(1);
    const tried = secondStep === 'always' ? await storm(email) : await fillCounters(deps, full, 0);
    expect(await mailsTo(deps, email)).toEqual([]);
    const refused = await signIn(deps, email, undefined, call, device);
    expect(refused.refusal?.refusal).toBe('unknownDevice');
    expect(nameOf(await sendDeviceLink(deps, email, call))).toBe('answered');
    expect(nameOf(await confirmDevice(deps, await newestLink(deps, email, 'deviceLink'), device, call))).toBe(
      'answered',
    );
    const owner = await signIn(deps, email, undefined, call, device);
    const mails = (await mailsTo(deps, email)).map(({ kind }) => kind);
    if (tried !== undefined) expect(tried).toEqual({ credentials: 50, unknownDevice: 100 * hundreds - 50 });
    expect(owner.answer).toHaveProperty('basic');
    expect(mails).toEqual(['deviceLink']);
  }
});

test('the link replaces the code of one sign-in, for fifteen minutes and the same password', async () => {
  const { email } = await createAccount(deps);
  const device = newDeviceToken(deps.keys);
  const confirmed = async () => {
    deps.advance(hours(1));
    await sendDeviceLink(deps, email, newClient());
    await confirmDevice(deps, await newestLink(deps, email, 'deviceLink'), device, newClient());
  };
  await confirmed();
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, () => signIn(deps, email, undefined, newClient(), device)),
  );
  const kinds = tally(
    outcomes.map(({ answer }) => {
      if (answer === undefined) return 'refused';
      return challengeFromWire(answer) ? 'challenge' : 'basic';
    }),
  );
  expect(kinds).toEqual({ basic: 1, challenge: 4 });

  await confirmed();
  deps.advance(minutes(15));
  expect((await signIn(deps, email, undefined, newClient(), device)).answer).toHaveProperty('mfa');
  await confirmed();
  const other = newDeviceToken(deps.keys);
  expect((await signIn(deps, email, undefined, newClient(), other)).answer).toHaveProperty('mfa');
});

test('100 parallel requests, repeated for a day, send one link an hour', async () => {
  const { email } = await createAccount(deps);
  const count = async () => (await linksTo(deps, email, 'deviceLink')).length;
  await Promise.all(Array.from({ length: 100 }, () => sendDeviceLink(deps, email, newClient())));
  const atOnce = await count();
  for (let n = 0; n < 95; n += 1) {
    deps.advance(minutes(15));
    expect(nameOf(await sendDeviceLink(deps, email, newClient()))).toBe('answered');
  }
  expect(atOnce).toBe(1);
  expect(await count()).toBe(24);
});

test('an account with another method gets a mail that names it once an hour; one that cannot sign in gets none', async () => {
  const google = await createAccount(deps, { method: 'google' });
  for (let n = 0; n < 3; n += 1) await sendDeviceLink(deps, google.email, newClient());
  expect((await mailsTo(deps, google.email)).map(({ kind }) => kind)).toEqual(['signInMethod']);
  const silent = [
    (await createAccount(deps, { status: 'disabled' })).email,
    (await createAccount(deps, { status: 'unconfirmed' })).email,
    'nobody@northline.test',
  ];
  for (const email of silent) {
    expect(nameOf(await sendDeviceLink(deps, email, newClient()))).toBe('answered');
    expect(await mailsTo(deps, email)).toEqual([]);
  }
});

test('a call without a device token does not consume the link; expired, used, void and foreign links are refused', async () => {
  const { id, email } = await createAccount(deps);
  const device = newDeviceToken(deps.keys);
  const ask = async () => {
    deps.advance(hours(1));
    await sendDeviceLink(deps, email, newClient());
    return newestLink(deps, email, 'deviceLink');
  };
  const link = await ask();
  for (const token of [undefined, 'd1.forged', `${device}x`]) {
    const { refusal } = await confirmDevice(deps, link, token, newClient());
    expect(refusal?.details.fields).toEqual({ contextData: ['is_missing'] });
  }
  for (const held of [
    { ...link, email: 'other@northline.test' },
    { ...link, token: `${link.token}x` },
  ])
    expect(nameOf(await confirmDevice(deps, held, device, newClient()))).toBe('invalidLink');
  expect(await stateOf(deps, 'device', link)).toBe('valid');
  expect(nameOf(await confirmDevice(deps, link, device, newClient()))).toBe('answered');
  expect(nameOf(await confirmDevice(deps, link, newDeviceToken(deps.keys), newClient()))).toBe('invalidLink');

  const late = await ask();
  deps.advance(hours(1));
  expect(nameOf(await confirmDevice(deps, late, device, newClient()))).toBe('linkExpired');

  const beforeReset = await ask();
  await reset(deps, await recoverToLink(deps, email, newClient()), newClient());
  expect(nameOf(await confirmDevice(deps, beforeReset, device, newClient()))).toBe('invalidLink');

  const beforeChange = await ask();
  await deps.store.durable.transaction().execute((db) => setEmail(db, id, 'moved@northline.test'));
  expect(await stateOf(deps, 'device', beforeChange)).toBe('cancelled');
  expect(nameOf(await confirmDevice(deps, beforeChange, device, newClient()))).toBe('invalidLink');
});

test('B2: a change of access at that moment forgets the device, too', async () => {
  const { durable } = deps.store;
  let id = '';
  const [confirmed] = await answersOfMeeting(durable, async () => {
    const account = await createAccount(deps);
    id = account.id;
    await sendDeviceLink(deps, account.email, newClient());
    const link = await newestLink(deps, account.email, 'deviceLink');
    const deviceToken = newDeviceToken(deps.keys);
    const device = readRiskData({ deviceToken }, deps).device?.toString('base64url') ?? '';
    const counters = wrongPasswordsOnDevice(account.email, device);
    await fillCounters(deps, counters, 1);
    const keys = counters.map(({ key }) => key);
    return {
      // The link needs these rows last, once it is consumed.
      lock: (db) => db.selectFrom('throttles').select('key').where('key', 'in', keys).forUpdate().execute(),
      first: () => confirmDevice(deps, link, deviceToken, newClient()),
      second: () => askForNewPassword(id, callFrom(), deps),
    };
  });
  expect(nameOf(confirmed)).toBe('answered');
  const known = durable.selectFrom('devices').select('device').where('account_id', '=', id);
  expect(await known.execute()).toEqual([]);
});

test('A2: the link lets the owner sign in at each limit that strangers can exhaust: of the account, the client and the mailed codes', async () => {
  const call = newClient();
  const fill = {
    account: (email: string) => fillCounters(deps, wrongPasswordsOnAccount(email, call.client).slice(1), 0),
    codes: async (_email: string, id: string) =>
      fillCounters(deps, challenges(id, call.client, undefined), 0),
    client: async (email: string) => {
      for (let n = 0; n < 50; n += 1) await signIn(deps, `${n}-${email}`, 'wrong', call);
      expect(wrongAccounts(email, call.client).limit).toBe(50);
    },
  };
  for (const [name, full] of Object.entries(fill)) {
    const { email, id } = await createAccount(deps);
    await full(email, id);
    const device = newDeviceToken(deps.keys);
    expect(nameOf(await signIn(deps, email, undefined, call, device)), name).toBe('unknownDevice');
    await sendDeviceLink(deps, email, call);
    await confirmDevice(deps, await newestLink(deps, email, 'deviceLink'), device, call);
    expect(nameOf(await signIn(deps, email, undefined, call, device)), name).toBe('answered');
    deps.advance(minutes(20));
    // The code step on a known device has its own limits, too.
    expect((await signIn(deps, email, undefined, call, device)).answer, name).toHaveProperty('mfa');
    deps.advance(days(1));
  }
});

test('A19: a device that a mailed link confirmed spares no factor that a company requires', async () => {
  for (const [factorFrom, answered] of [
    [null, 'basic'],
    [new Date(deps.clock()), 'mfa'],
  ] as const) {
    const companyId = randomUUID();
    await deps.store.durable
      .insertInto('companies')
      .values({ id: companyId, name: 'Kestrel', second_step: 'unrecognised', factor_from: factorFrom })
      .execute();
    const { id, email } = await createAccount(deps, { companyId });
    await setUpAuthenticator(deps, id);
    const device = newDeviceToken(deps.keys);
    await sendDeviceLink(deps, email, newClient());
    await confirmDevice(deps, await newestLink(deps, email, 'deviceLink'), device, newClient());
    // Twice: the first sign-in could be spared its code, too.
    for (let n = 0; n < 2; n += 1)
      expect((await signIn(deps, email, undefined, newClient(), device)).answer).toHaveProperty(answered);
  }
});
