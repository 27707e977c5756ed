/**
 * While single sign-on is required, no change leaves people without a way to sign in, the admin who keeps the password
 * does not stand out at the login, and an admin who required it by mistake can revert it for a day.
 */
import { afterAll, expect, it } from 'vitest';
import { days, minutes } from '@app/contract/fields/durations.ts';

import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { makeCodes, setUpAuthenticator } from '#test/drivers/factor-driver.ts';
import {
  createSsoCompany,
  createSsoPerson,
  keysWithSaml,
  type SsoCompany,
} from '#test/drivers/sso-driver.ts';
import { givePasskey } from '#test/passkeys/passkey-driver.ts';
import { keyDescriptor, plainMetadata } from '#test/saml/idp-metadata.ts';
import { makeCertificate, multipartOf } from '#test/saml/saml-uploads.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount, rightPassword } from '#test/setup/test-deps.ts';
import { deleteExpired } from '#store/housekeeping.ts';

const service = await createTestApp({ keys: keysWithSaml() });
const driver = createDashboardDriver(service);
const { durable, relaxed } = service.deps.store;
const [first, second] = [await makeCertificate(400), await makeCertificate(400)];
afterAll(() => service.close());

interface Scene {
  readonly company: SsoCompany;
  /** Keeps the password. */
  readonly keeper: SignedIn;
}

let clients = 0;
const nextClient = () => `10.44.${(clients += 1) >> 8}.${clients & 255}`;

async function upload(as: SignedIn, keys: string, { entityId = '', keep = false, attribute = '' } = {}) {
  const form = new FormData();
  form.append('keepCertificates', String(keep));
  if (attribute !== '') form.append('emailAttribute', attribute);
  const text = plainMetadata({ keys }).replace(/entityID="[^"]*/, (found) => found + entityId);
  form.append('file', new Blob([text]), 'metadata.xml');
  const { body: payload, type } = await multipartOf(form);
  const answer = await service.app.inject({
    method: 'PUT',
    url: `/auth/v1/companies/${as.account.companyId}/saml/configuration`,
    payload,
    headers: { 'content-type': type, authorization: `Bearer ${as.token}` },
    remoteAddress: nextClient(),
  });
  return answer.statusCode === 200 ? 'saved' : String(answer.json().error.name);
}

async function setRequired(as: SignedIn, required: boolean): Promise<number> {
  const { version } = (await driver.call('readPolicy', { as })).body;
  const sso = required ? { required, breakGlassUserId: as.account.id } : { required };
  return (await driver.call('changePolicy', { as, body: { sso, version } })).status;
}

/** A company that requires single sign-on by the provider of `first`. */
async function newScene(before?: (scene: Scene) => Promise<unknown>): Promise<Scene> {
  const company = await createSsoCompany(service.deps);
  const keeper = await driver.signedIn({ companyId: company.id, email: `keeper@${company.domains[0]}` });
  await upload(keeper, keyDescriptor(first));
  await durable
    .updateTable('saml_configurations')
    .set({ tested_at: new Date(service.deps.clock()) })
    .where('company_id', '=', company.id)
    .execute();
  await before?.({ company, keeper });
  expect(await setRequired(keeper, true)).toBe(200);
  return { company, keeper };
}

const logIn = async (email: string, password: string) => {
  const payload = { email, password };
  const remoteAddress = nextClient();
  return service.app.inject({ method: 'POST', url: '/auth/v2/users/session', payload, remoteAddress });
};

it('G4: another provider cannot take the place of the tested one; its new certificate beside the old one can', async () => {
  const { keeper } = await newScene();
  const before = (await driver.call('readSamlConfiguration', { as: keeper })).body;
  const own = keyDescriptor(first);
  const tries = {
    'another entity id': await upload(keeper, own, { entityId: '-other' }),
    'other certificates': await upload(keeper, keyDescriptor(second)),
    'another attribute for the address': await upload(keeper, own, { attribute: 'mail' }),
  };
  expect(new Set(Object.values(tries))).toEqual(new Set(['ssoRequired']));
  expect((await driver.call('readSamlConfiguration', { as: keeper })).body).toEqual(before);
  expect(await upload(keeper, keyDescriptor(second), { keep: true })).toBe('saved');
  // Nobody has tested the second one on its own.
  expect(await upload(keeper, keyDescriptor(second))).toBe('ssoRequired');
  expect(await setRequired(keeper, false)).toBe(200);
  expect(await upload(keeper, keyDescriptor(second), { entityId: '-other' })).toBe('saved');
});

it('G4: a domain that people sign in by stays, although another one was added', async () => {
  const { company, keeper } = await newScene();
  const [one = '', two = ''] = company.domains;
  const remove = (domain: string) => driver.call('removeDomain', { as: keeper, params: { domain } });
  const person = await createSsoPerson(service.deps, company, { email: `ada@${two}` });
  expect((await remove(two)).refusal).toBe('ssoRequired');
  await durable.deleteFrom('accounts').where('id', '=', person.id).execute();
  expect((await remove(two)).status).toBe(204);
  expect((await remove(one)).refusal).toBe('ssoRequired');
});

it('G4: the admin who keeps the password keeps it, the role and the address', async () => {
  let confirming = 0;
  const { company, keeper } = await newScene(async (scene) => {
    const params = { userId: scene.keeper.account.id };
    const body = { email: `moved@${scene.company.domains[0]}` };
    const asked = await driver.call('requestEmailChange', { as: scene.keeper, params, body });
    confirming = asked.status;
  });
  const other = await createAccount(service.deps, { companyId: company.id });
  await durable.updateTable('companies').set({ sso_required: false }).where('id', '=', company.id).execute();
  const as = { ...(await driver.signedIn({ companyId: company.id })) };
  await durable.updateTable('companies').set({ sso_required: true }).where('id', '=', company.id).execute();
  const { id } = keeper.account;
  const change = async (what: object) =>
    (await driver.call('changeUsers', { as, body: { ids: [id], change: what } })).body.results[0]?.reason;
  const params = { userId: id };
  const tries = [
    await change({ status: 'disabled' }),
    await change({ method: 'saml' }),
    await change({ method: 'google' }),
    await change({ role: 'User' }),
    (await driver.call('requestNewPassword', { as, params })).refusal,
    (await driver.call('requestEmailChange', { as, params, body: { email: `x@${company.domains[1]}` } }))
      .refusal,
  ];
  expect(tries).toEqual([
    'notPossible',
    'notPossible',
    'notPossible',
    'notPossible',
    'notPossible',
    'ssoRequired',
  ]);
  // A change of the address from before is cancelled.
  expect(confirming).toBe(202);
  const open = durable.selectFrom('email_changes').select('id').where('cancelled_at', 'is', null);
  expect(await open.where('account_id', 'in', [id, other.id]).execute()).toEqual([]);
  expect((await logIn(keeper.account.email, rightPassword)).statusCode).toBe(200);
});

it('A4: a wrong password of the admin who keeps it is answered as of everybody in the domain', async () => {
  const { company, keeper } = await newScene();
  const person = await createSsoPerson(service.deps, company, { email: `ben@${company.domains[0]}` });
  const shown = async (email: string) => {
    const { statusCode, headers, body } = await logIn(email, 'Wrong-Password-1!');
    const { date: _date, 'x-request-id': _id, ...rest } = headers;
    return { statusCode, headers: rest, body: body.replaceAll(/"requestId":"[^"]*"/g, '') };
  };
  const answers = [
    await shown(keeper.account.email),
    await shown(person.email),
    await shown(`nobody@${company.domains[0]}`),
  ];
  expect(answers[0]?.statusCode).toBe(403);
  expect(answers.map((answer) => JSON.stringify(answer))).toEqual(Array(3).fill(JSON.stringify(answers[0])));
  expect((await logIn(keeper.account.email, rightPassword)).statusCode).toBe(200);
});

it('whoever stops requiring it within a day brings the passwords back, and nobody does later', async () => {
  for (const [age, method, status] of [
    [days(1) - minutes(1), 'password', 200],
    [days(1), 'saml', 403],
  ] as const) {
    let person = '';
    const { company, keeper } = await newScene(async ({ company: { id, domains } }) => {
      const account = { companyId: id, email: `eve@${domains[0]}`, secondStep: 'off' } as const;
      person = (await createAccount(service.deps, account)).id;
    });
    const restorable = async (as: SignedIn) => {
      const { restorable: count, restorableUntil } = (await driver.call('readPolicyEffect', { as })).body;
      return [count, restorableUntil];
    };
    const until = service.deps.clock() + days(1);
    expect(await restorable(keeper)).toEqual([1, until]);
    expect((await logIn(`eve@${company.domains[0]}`, rightPassword)).statusCode).toBe(403);
    service.deps.advance(age);
    await deleteExpired(relaxed, service.deps.clock());
    const { email, companyId } = keeper.account;
    const tokens = (await logIn(email, rightPassword)).json().basic;
    const as = { account: { ...keeper.account, companyId }, token: tokens.access_token, refreshToken: '' };
    expect(await restorable(as)).toEqual(method === 'password' ? [1, until] : [0, undefined]);
    expect(await setRequired(as, false)).toBe(200);
    const row = await durable
      .selectFrom('accounts')
      .select(['method', 'password_hash'])
      .where('id', '=', person)
      .executeTakeFirstOrThrow();
    expect([row.method, row.password_hash !== null]).toEqual([method, method === 'password']);
    expect(await durable.selectFrom('kept_methods').selectAll().execute()).toEqual([]);
    expect((await logIn(`eve@${company.domains[0]}`, rightPassword)).statusCode).toBe(status);
  }
});

it('A17: the factors from before go with the password, a day later, and an app that was set up since stays', async () => {
  const { deps } = service;
  const ids: string[] = [];
  await newScene(async ({ company: { id } }) => {
    for (let n = 0; n < 2; n += 1) ids.push((await createAccount(deps, { companyId: id })).id);
    for (const person of ids) {
      await givePasskey(deps, person);
      await setUpAuthenticator(deps, person);
      await makeCodes(deps, person);
    }
  });
  const [, since = ''] = ids;
  deps.advance(minutes(1));
  await setUpAuthenticator(deps, since);
  const left = async () => {
    await deleteExpired(relaxed, deps.clock());
    const owners = (table: 'passkeys' | 'authenticators' | 'recovery_codes') =>
      durable.selectFrom(table).select('account_id').distinct().where('account_id', 'in', ids).execute();
    const [keys, apps, codes] = await Promise.all([
      owners('passkeys'),
      owners('authenticators'),
      owners('recovery_codes'),
    ]);
    return [keys.length, codes.length, apps.map((row) => row.account_id)];
  };
  deps.advance(days(1) - minutes(2));
  expect(await left()).toEqual([2, 2, expect.arrayContaining(ids)]);
  deps.advance(minutes(1));
  expect(await left()).toEqual([0, 0, [since]]);
});
