/**
 * Ids of another company and of other people, in every place of a call: answered as an unknown id, byte for byte
 * (requirements §5), and nothing of the others is changed or shown.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DashboardCallName } from '@app/contract/calls/endpoints.ts';

import { insertDevice } from '#store/sign-in/devices.ts';
import type { SignedIn } from '#test/drivers/dashboard-driver.ts';
import { createPeopleDriver } from '#test/drivers/people-driver.ts';
import { createTestApp, type TestApp } from '#test/setup/test-app.ts';

let service: TestApp;
let people: ReturnType<typeof createPeopleDriver>;
let admin: SignedIn;
let stranger: SignedIn;
/** What the stranger's company has. */
let foreign: { account: string; invited: string; domain: string; session: string; device: string };
/** An account of the admin's company. */
let own: string;
beforeAll(async () => {
  service = await createTestApp();
  people = createPeopleDriver(service);
  [admin, stranger] = [await people.newAdmin(), await people.newAdmin()];
  foreign = {
    account: (await people.personOf(stranger)).id,
    invited: await invitedBy(stranger),
    domain: `foreign-${randomUUID().slice(0, 8)}.test`,
    session: (await people.call('listOwnSessions', { as: stranger })).body.items[0]?.id ?? '',
    device: await deviceOf(stranger),
  };
  own = (await people.personOf(admin)).id;
  await people.call('addDomain', { as: stranger, body: { domain: foreign.domain } });
  await people.call('addDomain', { as: admin, body: { domain: `own-${randomUUID().slice(0, 8)}.test` } });
  await invitedBy(admin);
});
afterAll(() => service.close());

async function invitedBy(as: SignedIn): Promise<string> {
  const body = { invitations: [{ email: `guest-${randomUUID()}@guest.test` }] };
  return (await people.call('invite', { as, body })).body.results[0]?.id ?? '';
}

async function deviceOf({ account }: SignedIn): Promise<string> {
  const device = randomBytes(32);
  await insertDevice(
    { accountId: account.id, device, userAgent: undefined, how: 'proven' },
    service.deps.clock(),
  ).execute(service.deps.store.durable);
  return device.toString('hex');
}

type Sent = Pick<Parameters<typeof people.call>[1], 'params' | 'query' | 'body'>;
/** A call, and what it sends about an id. */
type Ask = readonly [name: DashboardCallName, foreignId: string, sent: (id: string) => Sent];

/** An id of a device, made of another id that is not one. */
const hexOf = (id: string): string => id.replaceAll('-', '').padEnd(64, '0');

const email = `new-${randomUUID()}@guest.test`;
const asks = (): Ask[] => {
  const { account, invited, domain, session, device } = foreign;
  const userId = (id: string) => ({ params: { userId: id } });
  const ids = (id: string) => ({ body: { ids: [id] } });
  const change = (value: object, preview: boolean) => (id: string) => ({
    body: { ids: [id], change: value, versions: { [id]: 0 }, preview },
  });
  const changes = [{ method: 'google' }, { status: 'disabled' }, { secondStep: 'off' }, { role: 'Admin' }];
  const unknownDomain = (id: string) => ({ params: { domain: id.includes('.') ? id : `${id}.test` } });
  return [
    ['readUser', account, userId],
    ['renameUser', account, (id) => ({ ...userId(id), body: { name: 'Ivy Lang' } })],
    ['listUserSessions', account, userId],
    ['listUserDevices', account, userId],
    ['endUserSession', account, (id) => ({ params: { userId: id, sessionId: session } })],
    // A session of another company under an account of the admin's.
    ['endUserSession', session, (id) => ({ params: { userId: own, sessionId: id } })],
    ['forgetUserDevice', account, (id) => ({ params: { userId: id, deviceId: device } })],
    ['forgetUserDevice', device, (id) => ({ params: { userId: own, deviceId: hexOf(id) } })],
    ['requestEmailChange', account, (id) => ({ ...userId(id), body: { email } })],
    ['cancelEmailChange', account, userId],
    ['requestNewPassword', account, userId],
    ...changes.flatMap((each) => [
      ['changeUsers', account, change(each, false)] as const,
      ['changeUsers', account, change(each, true)] as const,
    ]),
    ['signOutUsers', account, ids],
    ['resendInvitations', invited, ids],
    ['revokeInvitations', invited, ids],
    ['revokeInvitation', invited, (id) => ({ params: { invitationId: id } })],
    ['verifyDomain', domain, unknownDomain],
    ['removeDomain', domain, unknownDomain],
    ['readSamlTest', account, (id) => ({ params: { testId: id } })],
    ['endOwnSession', session, (id) => ({ params: { sessionId: id } })],
    ['listEvents', account, (id) => ({ query: { userId: id } })],
    ['listAuditEntries', stranger.account.id, (id) => ({ query: { actorId: id } })],
    ['readPolicyEffect', stranger.account.id, (id) => ({ query: { breakGlassUserId: id } })],
    [
      'changePolicy',
      stranger.account.id,
      (id) => ({ body: { secondStep: 'always', sso: { required: true, breakGlassUserId: id }, version: 0 } }),
    ],
  ];
};

/** All that is known of the stranger's company. */
async function stateOfStranger(): Promise<unknown> {
  const { companyId } = stranger.account;
  const { durable } = service.deps.store;
  const [accounts, claims, families, devices, entries, mails] = await Promise.all([
    durable.selectFrom('accounts').selectAll().where('company_id', '=', companyId).orderBy('id').execute(),
    durable.selectFrom('domain_claims').selectAll().where('company_id', '=', companyId).execute(),
    durable.selectFrom('families').select(['id', 'revoked_at']).where('id', '=', foreign.session).execute(),
    durable.selectFrom('devices').selectAll().where('account_id', '=', stranger.account.id).execute(),
    people.entriesOf(companyId),
    durable.selectFrom('outbox').select('id').orderBy('id').execute(),
  ]);
  return { accounts, claims, families, devices, entries, mails };
}

it('answers an id of another company as one that does not exist, and changes nothing', async () => {
  const before = await stateOfStranger();
  const told: string[] = [];
  const all = asks();
  for (const [name, foreignId, sent] of all) {
    const answers = [];
    const unknown = randomUUID();
    for (const id of [foreignId, unknown]) {
      const { status, text } = await people.call(name, { as: admin, ...sent(id) });
      const hidden = text.replaceAll(id, 'ID').replace(/"requestId":"[^"]*"/, '');
      answers.push(`${status} ${hidden}`);
    }
    if (answers[0] !== answers[1]) told.push(`${name}: ${answers.join(' and ')}`);
  }
  expect(told).toEqual([]);
  expect(await stateOfStranger()).toEqual(before);
});

it('shows nothing of another company by a cursor that was written for it', async () => {
  await invitedBy(stranger);
  const lists = ['listUsers', 'listInvitations', 'listEvents', 'listAuditEntries'] as const;
  const shown: string[] = [];
  for (const name of lists) {
    const query = { pageSize: '1' };
    const { nextCursor = '' } = (await people.call(name, { as: stranger, query })).body;
    expect([name, nextCursor === '']).toEqual([name, false]);
    const answer = await people.call(name, { as: admin, query: { cursor: nextCursor, pageSize: '200' } });
    expect([name, answer.status]).toEqual([name, 200]);
    const own = await people.call(name, { as: admin, query: { pageSize: '200' } });
    const ids = new Set(own.body.items.map(({ id }) => id));
    shown.push(...answer.body.items.filter(({ id }) => !ids.has(id)).map(({ id }) => `${name} ${id}`));
  }
  expect(shown).toEqual([]);
});
