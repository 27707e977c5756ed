/** Threat A18: the owner hears of a sign-in on a new device, and disowns it by a link. */
import { days, hours, minutes } from '@app/contract/fields/durations.ts';
import { afterAll, expect, test } from 'vitest';

import type { Call } from '#deps.ts';
import { newDeviceMails } from '#rate-limits/rate-limits.ts';
import { newDeviceToken } from '#security/tokens/device-token.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import { disownSignIn, newDeviceLinkTo } from '#test/drivers/device-driver.ts';
import { refresh, signIn, signInBasic, signInToCode, verify } from '#test/drivers/flow-driver.ts';
import { chosenPassword, recoverToLink, reset, stateOf } from '#test/drivers/link-driver.ts';
import { makeCodes, setUpAuthenticator } from '#test/drivers/factor-driver.ts';
import { givePasskey } from '#test/passkeys/passkey-driver.ts';
import { findFactors, replaceTemporaryPass } from '#store/accounts/factors.ts';
import { nameOf, refreshTokenOf, tally } from '#test/drivers/outcome.ts';
import {
  callFrom,
  createAccount,
  createTestDeps,
  eventsOf,
  fillCounters,
  mailsTo,
  newestCode,
  rightPassword,
} from '#test/setup/test-deps.ts';
import { askForNewPassword } from '#test/drivers/admin-driver.ts';
import { flows } from '#flows/flows.ts';

const deps = await createTestDeps({ settings: { riskDataScriptUrl: '/risk-data.js' } });
afterAll(() => deps.close());

let clients = 0;
const newClient = (): string => `10.9.${((clients += 1) >> 8) & 255}.${clients & 255}`;
const chrome =
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';

/** An account without a second step that has signed in before, and its device. */
async function person() {
  const account = await createAccount(deps, { secondStep: 'off' });
  const device = newDeviceToken(deps.keys);
  await on(account.email, device);
  return { ...account, device };
}
const on = (email: string, device: string | undefined, call: Call = callFrom(newClient())) =>
  signIn(deps, email, rightPassword, call, device);
const countTo = async (email: string) =>
  (await mailsTo(deps, email)).filter(({ kind }) => kind === 'newDevice').length;

test('A18: the first sign-in on a device that the account does not know sends an email, later ones send none', async () => {
  const { email, device } = await person();
  const call = callFrom(newClient(), { userAgent: chrome });
  const other = newDeviceToken(deps.keys);
  await on(email, other, call);
  expect(await mailsTo(deps, email)).toEqual([
    {
      kind: 'newDevice',
      values: {
        name: 'Ada',
        url: expect.stringContaining('/login/not-you?email='),
        askedAt: String(deps.clock()),
        client: call.client,
        device: 'Chrome, Windows',
      },
    },
  ]);
  await on(email, other);
  await on(email, device);
  expect(await countTo(email)).toBe(1);
  // A device that was not used for so long is new again.
  deps.advance(days(90));
  await on(email, device);
  expect(await countTo(email)).toBe(2);
});

test('A18: with a code the email follows the code, and a known device sends none', async () => {
  const { email } = await createAccount(deps);
  const enter = async (device: string) => {
    deps.advance(minutes(1));
    const call = callFrom(newClient());
    const { session } = await signInToCode(deps, email, call, device);
    const before = await countTo(email);
    expect(nameOf(await verify(deps, email, await newestCode(deps, email), session, call))).toBe('answered');
    return (await countTo(email)) - before;
  };
  const [first, second] = [newDeviceToken(deps.keys), newDeviceToken(deps.keys)];
  const sent: number[] = [];
  for (const device of [first, first, second, second, first]) sent.push(await enter(device));
  expect(sent).toEqual([0, 0, 1, 0, 0]);
});

test('no email is sent for the first sign-in of an account, nor for one that a used link has just proven', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  await on(email, newDeviceToken(deps.keys));
  expect(await countTo(email)).toBe(0);

  const link = await recoverToLink(deps, email, callFrom(newClient()));
  const mailboxProof = 'p'.repeat(43);
  const chosen = { password: chosenPassword, passwordConfirmation: chosenPassword };
  await flows.resetPassword(
    { email, code: link.token, ...chosen, mailboxProof },
    callFrom(newClient()),
    deps,
  );
  const contextData = { deviceToken: newDeviceToken(deps.keys) };
  const enter = (more: object) =>
    flows.signInWithPassword({ email, password: chosenPassword, ...more }, callFrom(newClient()), deps);
  await enter({ contextData, mailboxProof });
  expect(await countTo(email)).toBe(0);
  await enter({ contextData: { deviceToken: newDeviceToken(deps.keys) } });
  expect(await countTo(email)).toBe(1);
});

test('a browser without a device sends one email from each network, and none where devices are not recognised', async () => {
  const { email } = await person();
  const [home, away] = [callFrom(newClient()), callFrom(newClient())];
  for (const call of [home, home, away, home, away]) await on(email, undefined, call);
  expect(await countTo(email)).toBe(2);
  const rows = await deps.store.durable
    .selectFrom('links')
    .select('id')
    .where('email', '=', email)
    .where('kind', '=', 'newDevice')
    .execute();
  expect(rows).toHaveLength(2);

  const plain = { ...deps, settings: { ...deps.settings, riskDataScriptUrl: '' } };
  await signIn(plain, email, rightPassword, callFrom(newClient()));
  expect(await countTo(email)).toBe(2);
});

test('A8: who knows the password can cause 20 emails a day', async () => {
  const { email, id } = await person();
  await fillCounters(deps, newDeviceMails(id), 1);
  for (let n = 0; n < 3; n += 1) await on(email, newDeviceToken(deps.keys));
  expect(await countTo(email)).toBe(1);
});

test('a sign-in that opens no session sends no email', async () => {
  const { email, id } = await person();
  const interrupted = {
    ...deps,
    passwords: {
      ...deps.passwords,
      async verify(...given: Parameters<typeof deps.passwords.verify>) {
        const verdict = await deps.passwords.verify(...given);
        await askForNewPassword(id, callFrom(), deps);
        return verdict;
      },
    },
  };
  const outcome = await signIn(
    interrupted,
    email,
    rightPassword,
    callFrom(newClient()),
    newDeviceToken(deps.keys),
  );
  expect(nameOf(outcome)).toBe('credentials');
  expect(await countTo(email)).toBe(0);
});

test('A18: the link ends every session, forgets the devices and removes the password, which its answer renews', async () => {
  const { email, id, device } = await person();
  const own = await signInBasic(deps, email, callFrom(newClient()));
  const link = await newDeviceLinkTo(deps, email);
  const thief = refreshTokenOf(await on(email, newDeviceToken(deps.keys))) ?? '';
  deps.advance(1);
  const { answer } = await disownSignIn(deps, link, callFrom(newClient()));

  for (const token of [own.refresh_token, thief])
    expect(nameOf(await refresh(deps, token))).toBe('sessionExpired');
  expect(nameOf(await on(email, device))).toBe('credentials');
  const devices = deps.store.durable.selectFrom('devices').select('device').where('account_id', '=', id);
  expect(await devices.execute()).toEqual([]);
  expect((await eventsOf(deps, id))[0]?.kind).toBe('signInDisowned');

  const next = new URL(answer?.url ?? '');
  expect(next.origin + next.pathname).toBe('http://localhost:4000/password/reset');
  const renewal = { email, token: next.searchParams.get('code') ?? '' };
  expect(await stateOf(deps, 'reset', renewal)).toBe('valid');
  expect(nameOf(await reset(deps, renewal, callFrom(newClient())))).toBe('answered');
  expect(nameOf(await signIn(deps, email, chosenPassword, callFrom(newClient())))).toBe('answered');
});

test('A17: the factors that were added since the sign-in are removed, and others stay', async () => {
  const { email, id } = await person();
  const own = await givePasskey(deps, id);
  deps.advance(1);
  const link = await newDeviceLinkTo(deps, email);
  deps.advance(minutes(90));
  await givePasskey(deps, id);
  // With it the thief would keep the owner out.
  await setUpAuthenticator(deps, id);
  await makeCodes(deps, id);
  const pass = { now: deps.clock(), until: deps.clock() + hours(1) };
  await deps.store.durable
    .transaction()
    .execute((db) => replaceTemporaryPass(db, id, hashHandle('pass'), pass));
  await disownSignIn(deps, link, callFrom(newClient()));
  const left = await deps.store.durable
    .selectFrom('passkeys')
    .select('id')
    .where('account_id', '=', id)
    .execute();
  expect(left).toEqual([{ id: own.row }]);
  expect(await findFactors(deps.store.relaxed, id)).toMatchObject({
    authenticatorAddedAt: null,
    recoveryCodesLeft: 0,
  });
  expect(
    await deps.store.durable
      .selectFrom('recovery_codes')
      .select('code')
      .where('account_id', '=', id)
      .execute(),
  ).toEqual([]);
});

test('A7: a link disowns once, of 20 parallel calls', async () => {
  const { email, id } = await person();
  const link = await newDeviceLinkTo(deps, email);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => disownSignIn(deps, link, callFrom(newClient()))),
  );
  expect(tally(outcomes.map(nameOf))).toEqual({ answered: 1, invalidLink: 19 });
  const events = (await eventsOf(deps, id)).filter(({ kind }) => kind === 'signInDisowned');
  expect(events).toHaveLength(1);
  expect(await stateOf(deps, 'newDevice', link)).toBe('used');
});

test('a link expires after three days, and a new password by an email or an admin cancels it', async () => {
  const { email } = await person();
  const link = await newDeviceLinkTo(deps, email);
  deps.advance(days(3) - 1);
  expect(await stateOf(deps, 'newDevice', link)).toBe('valid');
  deps.advance(1);
  expect(await stateOf(deps, 'newDevice', link)).toBe('expired');
  expect(nameOf(await disownSignIn(deps, link))).toBe('linkExpired');

  const mailed = await person();
  const first = await newDeviceLinkTo(deps, mailed.email);
  await reset(deps, await recoverToLink(deps, mailed.email), callFrom(newClient()));
  expect(await stateOf(deps, 'newDevice', first)).toBe('cancelled');
  const asked = await person();
  const second = await newDeviceLinkTo(deps, asked.email);
  await askForNewPassword(asked.id, callFrom(), deps);
  expect(await stateOf(deps, 'newDevice', second)).toBe('cancelled');
});
