/** Threat A18: the owner hears of a passkey, Google or a company's provider on a new device too, and disowns it. */
import { afterAll, expect, test } from 'vitest';

import { flows } from '#flows/flows.ts';
import { newDeviceToken } from '#security/tokens/device-token.ts';
import { disownSignIn } from '#test/drivers/device-driver.ts';
import { makeCodes } from '#test/drivers/factor-driver.ts';
import { refresh, signIn } from '#test/drivers/flow-driver.ts';
import { newSubject, startGoogleIssuer } from '#test/drivers/google-issuer.ts';
import { newestLink, stateOf } from '#test/drivers/link-driver.ts';
import { nameOf, outcomeOf, refreshTokenOf } from '#test/drivers/outcome.ts';
import {
  createSsoCompany,
  createSsoPerson,
  exchange,
  keysWithSaml,
  ssoToCode,
} from '#test/drivers/sso-driver.ts';
import { givePasskey, passkeyBody, signInBy } from '#test/passkeys/passkey-driver.ts';
import {
  createAccount,
  createTestDeps,
  eventsOf,
  mailsTo,
  rightPassword,
  newClient,
} from '#test/setup/test-deps.ts';

const issuer = await startGoogleIssuer();
const deps = await createTestDeps({
  keys: keysWithSaml(),
  settings: { google: issuer.google, riskDataScriptUrl: '/risk-data.js' },
});
const company = await createSsoCompany(deps);
afterAll(async () => {
  await deps.close();
  await issuer.close();
});

const brought = (device: string | undefined) =>
  device === undefined ? {} : { contextData: { deviceToken: device } };

/** An account, and its sign-ins by one way, each a moment after the one before. */
async function personBy(way: 'passkey' | 'google' | 'saml') {
  const account = await (way === 'saml'
    ? createSsoPerson(deps, company)
    : createAccount(deps, { method: way === 'google' ? 'google' : 'password', secondStep: 'off' }));
  const passkey = way === 'passkey' ? await givePasskey(deps, account.id) : undefined;
  const sub = newSubject();
  const enter = async (device: string | undefined, call = newClient()) => {
    deps.advance(1000);
    if (passkey) {
      const body = await passkeyBody(deps, passkey);
      return outcomeOf(signInBy(deps, { ...body, ...brought(device) }, call).then(({ basic }) => basic));
    }
    if (way === 'google') {
      const idToken = issuer.token(account.email, deps.clock(), { sub });
      return outcomeOf(flows.signInWithGoogle({ idToken, ...brought(device) }, call, deps));
    }
    const { attempt, code } = await ssoToCode(deps, company, account.email);
    return exchange(deps, { ...attempt, deviceToken: device }, code, call);
  };
  return { ...account, passkey, enter };
}
const mailsAbout = async (email: string) =>
  (await mailsTo(deps, email)).filter(({ kind }) => kind === 'newDevice');
const devicesOf = (id: string) =>
  deps.store.durable.selectFrom('devices').select('proven').where('account_id', '=', id).execute();

test.each(['passkey', 'google', 'saml'] as const)(
  'A18: a sign-in by %s on another device sends one email, which names it',
  async (way) => {
    const { id, email, enter } = await personBy(way);
    const [own, other] = [newDeviceToken(deps.keys), newDeviceToken(deps.keys)];
    const sent: number[] = [];
    for (const device of [own, own, other, other, own]) {
      expect(nameOf(await enter(device))).toBe('answered');
      sent.push((await mailsAbout(email)).length);
    }
    expect(sent).toEqual([0, 0, 1, 1, 1]);
    expect((await mailsAbout(email))[0]?.values).toMatchObject({
      by: way,
      url: expect.stringContaining('/login/not-you?email='),
    });
    // A provider's sign-in spares no code of a password that the account may have later.
    const proven = way === 'passkey';
    expect(await devicesOf(id)).toEqual([{ proven }, { proven }]);
  },
);

test.each(['passkey', 'google', 'saml'] as const)(
  'without a device a sign-in by %s sends one email from each network',
  async (way) => {
    const { email, enter } = await personBy(way);
    await enter(newDeviceToken(deps.keys));
    const [home, away] = [newClient(), newClient()];
    for (const call of [home, home, away, home]) await enter(undefined, call);
    expect(await mailsAbout(email)).toHaveLength(2);
  },
);

test('a token of Google and a code that were used send no email', async () => {
  const google = await personBy('google');
  await google.enter(newDeviceToken(deps.keys));
  const idToken = issuer.token(google.email, deps.clock(), { sub: newSubject() });
  const other = { idToken, ...brought(newDeviceToken(deps.keys)) };
  expect(nameOf(await outcomeOf(flows.signInWithGoogle(other, newClient(), deps)))).toBe('credentials');

  const saml = await personBy('saml');
  const { attempt, code } = await ssoToCode(deps, company, saml.email);
  const on = () => ({ ...attempt, deviceToken: newDeviceToken(deps.keys) });
  await exchange(deps, on(), code);
  const again = exchange(deps, on(), code);
  expect(nameOf(await again)).toBe('invalidCode');
  for (const { email } of [google, saml]) expect(await mailsAbout(email)).toEqual([]);
});

test.each(['google', 'saml'] as const)(
  'A18: the link ends the sessions by %s and forgets the devices, once, and leads to the login page',
  async (way) => {
    const { id, email, enter } = await personBy(way);
    const own = refreshTokenOf(await enter(newDeviceToken(deps.keys))) ?? '';
    const thief = refreshTokenOf(await enter(newDeviceToken(deps.keys))) ?? '';
    const link = await newestLink(deps, email, 'newDevice');
    const begun = way === 'saml' ? await ssoToCode(deps, company, email) : undefined;
    deps.advance(1);
    expect((await disownSignIn(deps, link)).answer).toEqual({ url: 'http://localhost:4000/login' });

    for (const token of [own, thief]) expect(nameOf(await refresh(deps, token))).toBe('sessionExpired');
    expect(await devicesOf(id)).toEqual([]);
    expect((await eventsOf(deps, id))[0]?.kind).toBe('signInDisowned');
    expect(await stateOf(deps, 'newDevice', link)).toBe('used');
    expect(nameOf(await disownSignIn(deps, link))).toBe('invalidLink');
    const resets = deps.store.durable.selectFrom('links').select('id').where('account_id', '=', id);
    expect(await resets.where('kind', '=', 'reset').execute()).toEqual([]);
    // What the provider has answered before opens nothing.
    if (begun) expect(nameOf(await exchange(deps, begun.attempt, begun.code))).toBe('invalidCode');
    expect(nameOf(await enter(newDeviceToken(deps.keys)))).toBe('answered');
  },
);

test('A18: the passkey of the disowned sign-in is removed, and no other', async () => {
  const { id, email, enter } = await personBy('passkey');
  const other = await givePasskey(deps, id);
  await enter(newDeviceToken(deps.keys));
  await enter(newDeviceToken(deps.keys));
  const link = await newestLink(deps, email, 'newDevice');
  await enter(newDeviceToken(deps.keys));
  const { answer } = await disownSignIn(deps, link);
  expect(answer?.url).toContain('/password/reset?');
  const passkeys = deps.store.durable.selectFrom('passkeys').select('id').where('account_id', '=', id);
  expect(await passkeys.execute()).toEqual([{ id: other.row }]);
});

test('with the last factor go older recovery codes, and what was due: no code stands in for a factor that is gone', async () => {
  const { id, email, enter } = await personBy('passkey');
  await makeCodes(deps, id);
  await enter(newDeviceToken(deps.keys));
  await enter(newDeviceToken(deps.keys));
  expect(nameOf(await disownSignIn(deps, await newestLink(deps, email, 'newDevice')))).toBe('answered');
  const { durable } = deps.store;
  const codes = durable.selectFrom('recovery_codes').select('code').where('account_id', '=', id);
  expect(await codes.execute()).toEqual([]);
  const account = durable.selectFrom('accounts').select('factor_due').where('id', '=', id);
  expect(await account.execute()).toEqual([{ factor_due: false }]);
});

test('the passkey that the owner used after a thief signed in by password stays', async () => {
  const { id, email, passkey, enter } = await personBy('passkey');
  await enter(newDeviceToken(deps.keys));
  deps.advance(1000);
  await signIn(deps, email, rightPassword, newClient(), newDeviceToken(deps.keys));
  const link = await newestLink(deps, email, 'newDevice');
  await enter(newDeviceToken(deps.keys));
  expect(nameOf(await disownSignIn(deps, link))).toBe('answered');
  const passkeys = deps.store.durable.selectFrom('passkeys').select('id').where('account_id', '=', id);
  expect(await passkeys.execute()).toEqual([{ id: passkey?.row }]);
});
