/** The list of a company's accounts: search, filters, orders and pages (requirements §5). */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { userSorts, type User } from '@app/contract/dashboard/users.ts';

import { insertAccount, insertCompany } from '#store/accounts/accounts.ts';
import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { rightPassword } from '#test/setup/test-deps.ts';

const service = await createTestApp();
const driver = createDashboardDriver(service);
afterAll(() => service.close());

/** An admin of a new company with these accounts besides. */
async function companyOf(accounts: readonly Partial<Parameters<typeof insertAccount>[1]>[]) {
  const { durable } = service.deps.store;
  const companyId = randomUUID();
  await insertCompany(durable, { id: companyId, name: 'Listed' });
  const admin = await driver.signedIn({
    companyId,
    name: 'Zoe Admin',
    email: `zoe-${companyId}@listed.test`,
  });
  for (const [index, account] of accounts.entries())
    await insertAccount(durable, {
      id: randomUUID(),
      companyId,
      email: `person-${index}-${companyId}@listed.test`,
      name: `Person ${index}`,
      method: 'password',
      status: 'active',
      language: 'en',
      roles: ['Agent'],
      ...account,
    });
  return { admin, companyId };
}

async function list(admin: SignedIn, query: Record<string, string> = {}) {
  const { status, body } = await driver.call('listUsers', { as: admin, query });
  expect(status).toBe(200);
  return body;
}
const namesOf = ({ items }: { readonly items: readonly User[] }) => items.map(({ name }) => name);

/** Every page of a list. */
async function allPages(admin: SignedIn, query: Record<string, string>): Promise<User[]> {
  const users: User[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(admin, { ...query, ...(cursor !== undefined && { cursor }) });
    users.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return users;
}

it('lists what an admin sees of an account', async () => {
  const { admin } = await companyOf([
    { name: 'Ada', method: 'google', status: 'disabled', secondStep: 'off', language: 'de' },
  ]);
  const { items, total } = await list(admin);
  expect(total).toBe(2);
  expect(items[0]).toEqual({
    id: expect.any(String),
    name: 'Ada',
    email: expect.stringContaining('person-0'),
    method: 'google',
    secondStep: 'off',
    status: 'disabled',
    role: 'User',
    language: 'de',
    version: 0,
  });
  expect(items[1]).toMatchObject({ role: 'Admin', lastSignInAt: service.deps.clock() });
});

it('searches name and address by every word, whatever the case and the accents', async () => {
  const { admin } = await companyOf([
    { name: 'Ångström Müller', email: 'am@listed.test' },
    { name: 'Angela Miller', email: '100%_real@listed.test' },
    { name: 'Ольга Петрова' },
    { name: '<b>Bold</b> \u202Etfel' },
    { name: '🦜'.repeat(50) },
    { name: "Conan O'Brien" },
    { name: 'Flann O’Brien', email: 'flann@xn--mller-x-n2a.de' },
    { name: 'Anne\u2011Marie' },
    { name: 'Jens Sørensen' },
  ]);
  const found: Record<string, string[]> = {};
  for (const search of [
    'ang',
    'MULLER angström',
    'mül',
    '%_',
    'ольга',
    '<b>',
    'am@',
    '🦜🦜',
    ' ',
    "';--",
    'a b c d',
    'o’brien',
    "o'brien",
    'anne-marie',
    'flann@müller-x.de',
    'sorensen',
  ])
    found[search] = namesOf(await list(admin, { search }));
  expect(found).toEqual({
    ang: ['Angela Miller', 'Ångström Müller'],
    'MULLER angström': ['Ångström Müller'],
    mül: ['Ångström Müller'],
    '%_': ['Angela Miller'],
    ольга: ['Ольга Петрова'],
    '<b>': ['<b>Bold</b> \u202Etfel'],
    'am@': ['Ångström Müller'],
    '🦜🦜': ['🦜'.repeat(50)],
    ' ': expect.objectContaining({ length: 10 }),
    "';--": [],
    'a b c d': [],
    'o’brien': ["Conan O'Brien", 'Flann O’Brien'],
    "o'brien": ["Conan O'Brien", 'Flann O’Brien'],
    'anne-marie': ['Anne\u2011Marie'],
    'flann@müller-x.de': ['Flann O’Brien'],
    sorensen: ['Jens Sørensen'],
  });
  expect((await list(admin, { search: 'ang', pageSize: '1' })).total).toBe(2);
});

it('takes a name that no index can hold', async () => {
  const name = '🦜'.repeat(4000);
  const { admin } = await companyOf([{ name }]);
  expect(namesOf(await list(admin, { search: '🦜' }))).toEqual([name]);
});

it('filters', async () => {
  const { admin } = await companyOf([
    { name: 'Google', method: 'google' },
    { name: 'Waiting', status: 'unconfirmed' },
    { name: 'Careful', secondStep: 'always' },
    { name: 'Chief', roles: ['Agent', 'Admin'] },
  ]);
  const filters: [Record<string, string>, string[]][] = [
    [{ method: 'google' }, ['Google']],
    [{ status: 'unconfirmed' }, ['Waiting']],
    [{ secondStep: 'always' }, ['Careful']],
    [{ secondStep: 'company' }, ['Chief', 'Google', 'Waiting']],
    [{ role: 'Admin' }, ['Chief', 'Zoe Admin']],
    [{ role: 'User', method: 'password', status: 'active' }, ['Careful']],
    [{ role: 'Admin', search: 'chi' }, ['Chief']],
    [{ method: 'saml' }, []],
  ];
  for (const [query, names] of filters) {
    const page = await list(admin, query);
    expect([query, namesOf(page), page.total]).toEqual([query, names, names.length]);
  }
});

it('turns the pages of every order without a gap or a double', async () => {
  const { admin, companyId } = await companyOf(
    Array.from({ length: 40 }, (_, index) => ({
      // Alike in threes, so that the keys after the first decide, too.
      name: `Person ${Math.floor(index / 3)}`,
      method: (['password', 'google', 'saml'] as const)[index % 3] ?? 'password',
      status: (['active', 'unconfirmed', 'disabled'] as const)[index % 3] ?? 'active',
    })),
  );
  await service.deps.store.durable
    .insertInto('last_sign_ins')
    .columns(['account_id', 'company_id', 'at', 'country'])
    .expression((of) =>
      of
        .selectFrom('accounts')
        .select((one) => [
          'id',
          'company_id',
          one.val(new Date('2026-11-01T10:00:00.123Z')).as('at'),
          one.val('CH').as('country'),
        ])
        .where('company_id', '=', companyId)
        .where('method', '=', 'google'),
    )
    .execute();
  const counts: Record<string, number> = {};
  for (const sort of userSorts) {
    for (const order of ['ASC', 'DESC']) {
      const users = await allPages(admin, { sort, order, pageSize: '7' });
      counts[`${sort} ${order}`] = new Set(users.map(({ id }) => id)).size;
      expect(users).toHaveLength(41);
      const keys = users.map((user) =>
        sort === 'lastSignInAt' ? (user.lastSignInAt ?? 0) : user[sort].toLowerCase(),
      );
      const sorted = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(keys).toEqual(order === 'ASC' ? sorted : sorted.toReversed());
    }
  }
  expect(Object.values(counts)).toEqual(Array.from({ length: 10 }, () => 41));
});

it('refuses cursors that it did not write, and pages that are too large', async () => {
  const { admin } = await companyOf([{}, {}]);
  const { nextCursor = '' } = await list(admin, { pageSize: '1', sort: 'lastSignInAt', order: 'DESC' });
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const impossible = cursor({ by: 'signedIn', after: ['2026-02-31T00:00:00.000000Z', randomUUID()] });
  const forged = [
    'x',
    cursor({}),
    cursor({ by: 'name', after: ['a'] }),
    cursor({ by: 'name', after: ['a\0', randomUUID()] }),
    impossible,
  ];
  const answers = [];
  for (const query of [
    ...forged.map((one) => ({ cursor: one, sort: 'name' })),
    { cursor: impossible, sort: 'lastSignInAt' },
    { cursor: nextCursor, sort: 'email' },
    { pageSize: '201' },
    { sort: 'password_hash' },
    { order: 'asc; drop table accounts' },
    { search: 'x'.repeat(201) },
  ])
    answers.push((await driver.call('listUsers', { as: admin, query })).status);
  expect(answers).toEqual(Array.from({ length: 11 }, () => 422));
  expect(
    (await list(admin, { pageSize: '1', sort: 'lastSignInAt', order: 'DESC', cursor: nextCursor })).items,
  ).toHaveLength(1);
});

it('shows no account of another company, by list or by id', async () => {
  const [own, foreign] = [await companyOf([{ name: 'Own' }]), await companyOf([{ name: 'Foreign' }])];
  const { items } = await list(foreign.admin);
  expect(namesOf(await list(own.admin))).toEqual(['Own', 'Zoe Admin']);
  for (const userId of [items[0]?.id ?? '', randomUUID(), 'no-id']) {
    const answer = await driver.call('readUser', { as: own.admin, params: { userId } });
    expect(answer).toMatchObject({ status: 404, refusal: 'notFound' });
  }
  const [listed] = (await list(own.admin)).items;
  const read = await driver.call('readUser', { as: own.admin, params: { userId: listed?.id ?? '' } });
  expect(read.body).toEqual({ ...listed, createdAt: expect.any(Number), secondStepAsked: true });
});

it('keeps the last sign-in of an account, and the country of its browser', async () => {
  const { admin } = await companyOf([]);
  const payload = { email: admin.account.email, password: rightPassword };
  const signIn = (language: string) => {
    const headers = { 'accept-language': language };
    return service.app.inject({ method: 'POST', url: '/auth/v2/users/session', payload, headers });
  };
  const seen = async () =>
    (await list(admin)).items.map(({ lastSignInAt, country }) => ({ lastSignInAt, country }));
  await signIn('de-CH,de;q=0.9');
  expect(await seen()).toEqual([{ lastSignInAt: service.deps.clock(), country: 'CH' }]);
  service.deps.advance(60_000);
  await Promise.all([signIn('nb'), signIn('nb'), signIn('nb')]);
  expect(await seen()).toEqual([{ lastSignInAt: service.deps.clock(), country: undefined }]);
});
