/** The sign-in log of a company over HTTP: what is recorded with which reason, and how it is found again. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { challengeFromWire } from '@app/contract/calls/wire-names.ts';
import { supportCodeOf } from '@app/contract/fields/support-code.ts';
import { minutes } from '@app/contract/fields/durations.ts';

import { insertCompany } from '#store/accounts/accounts.ts';
import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount, newestCode, rightPassword } from '#test/setup/test-deps.ts';

const service = await createTestApp();
const driver = createDashboardDriver(service);
afterAll(() => service.close());

let clients = 0;
/** Makes a call of the sign-in app from a new client. */
async function post(path: string, payload: object, headers: Record<string, string> = {}) {
  clients += 1;
  const remoteAddress = `203.0.${clients >> 8}.${clients & 255}`;
  const answer = await service.app.inject({ method: 'POST', url: path, payload, headers, remoteAddress });
  return { status: answer.statusCode, body: answer.statusCode === 204 ? undefined : answer.json() };
}
const signIn = (email: string, password: string, headers?: Record<string, string>) =>
  post('/auth/v2/users/session', { email, password }, headers);

/** An admin of a new company. */
async function newCompany(): Promise<SignedIn> {
  const companyId = randomUUID();
  await insertCompany(service.deps.store.durable, { id: companyId, name: 'Logged' });
  return driver.signedIn({ companyId, name: 'Ada Admin', email: `ada-${companyId}@logged.test` });
}

async function list(admin: SignedIn, query: Record<string, string> = {}) {
  await service.deps.store.attempts.flush();
  const { status, body } = await driver.call('listEvents', { as: admin, query });
  expect(status).toBe(200);
  return body;
}

it('records the true reason of each refusal, which its answer does not tell', async () => {
  const admin = await newCompany();
  const { companyId } = admin.account;
  const person = (changes: Parameters<typeof createAccount>[1]) =>
    createAccount(service.deps, { companyId, roles: [], ...changes });
  const active = await person({});
  const disabled = await person({ status: 'disabled' });
  const invited = await person({ status: 'unconfirmed' });
  const google = await person({ method: 'google' });
  const noPassword = await person({});
  await service.deps.store.durable
    .updateTable('accounts')
    .set({ password_hash: null, password_key_id: null })
    .where('id', '=', noPassword.id)
    .execute();
  await service.deps.store.durable
    .insertInto('domains')
    .values({ domain: `${companyId}.test`, company_id: companyId, method: 'saml' })
    .execute();
  const stranger = `typo@${companyId}.test`;
  const expected = new Map<string, [email: string, reason: string]>();
  const refused = async (email: string, reason: string, work: Promise<Awaited<ReturnType<typeof post>>>) => {
    const { status, body } = await work;
    expect(status, reason).toBeGreaterThanOrEqual(400);
    // That a code has expired is what the person is told, too.
    if (reason !== 'codeExpired')
      expect(JSON.stringify(body).replaceAll(email, ''), 'the answer').not.toContain(reason);
    expected.set(supportCodeOf(body.requestId) ?? '', [email, reason]);
  };
  await refused(active.email, 'wrongPassword', signIn(active.email, 'wrong'));
  await refused(disabled.email, 'disabled', signIn(disabled.email, rightPassword));
  await refused(invited.email, 'unconfirmed', signIn(invited.email, 'wrong'));
  await refused(google.email, 'otherMethod', signIn(google.email, 'wrong'));
  await refused(noPassword.email, 'noPassword', signIn(noPassword.email, 'wrong'));
  await refused(stranger, 'unknownAccount', signIn(stranger, 'wrong'));
  const reset = {
    email: active.email,
    code: 'x'.repeat(43),
    password: 'Long-Enough-47!',
    passwordConfirmation: 'Long-Enough-47!',
  };
  await refused(active.email, 'linkUnknown', post('/auth/v1/users/password/reset', reset));
  const challenged = await signIn(active.email, rightPassword);
  const { session = '' } = challengeFromWire(challenged.body) ?? {};
  const code = await newestCode(service.deps, active.email);
  const wrong = code === '000000' ? '111111' : '000000';
  const verify = (typed: string) =>
    post('/auth/v2/users/sessions/code', { email: active.email, code: typed, session });
  await refused(active.email, 'wrongCode', verify(wrong));
  const recovery = { email: active.email, recoveryCode: '0'.repeat(20), session };
  await refused(active.email, 'wrongCode', post('/auth/v2/users/sessions/recovery-code', recovery));
  service.deps.advance(minutes(11));
  await refused(active.email, 'codeExpired', verify(code));
  await refused(
    active.email,
    'challengeUnknown',
    post('/auth/v2/users/sessions/code', { email: active.email, code, session: 'x'.repeat(43) }),
  );

  const { items } = await list(await driver.signedIn({ companyId }));
  const logged = items.filter(({ outcome }) => outcome === 'refused');
  for (const [supportCode, [email, reason]] of expected)
    expect(
      logged.find((event) => event.supportCode === supportCode),
      reason,
    ).toMatchObject({ email, reason });
  expect(logged).toHaveLength(expected.size);
  expect(items.filter(({ outcome }) => outcome === 'challenged')).toMatchObject([
    { email: active.email, method: 'password' },
  ]);
  expect(logged.find(({ email }) => email === stranger)?.userId).toBeUndefined();
});

it('finds a support code as it was read aloud, in its company alone', async () => {
  const admin = await newCompany();
  const { body } = await signIn(admin.account.email, 'wrong');
  const code = supportCodeOf(body.requestId) ?? '';
  for (const typed of [
    code,
    code.toLowerCase(),
    code.replace('-', ' '),
    code.replaceAll('0', 'o').replaceAll('1', 'l'),
  ])
    expect((await list(admin, { supportCode: typed })).items, typed).toMatchObject([
      { reason: 'wrongPassword', supportCode: code },
    ]);
  expect((await list(await newCompany(), { supportCode: code })).items).toEqual([]);
  const bad = await driver.call('listEvents', { as: admin, query: { supportCode: 'I said so' } });
  expect([bad.status, bad.refusal]).toEqual([422, 'invalid']);
});

it('records a repeat with the same key once, and answers it with the same code', async () => {
  const admin = await newCompany();
  const headers = { 'idempotency-key': randomUUID() };
  const first = await signIn(admin.account.email, 'wrong', headers);
  const again = await signIn(admin.account.email, 'wrong', headers);
  expect(again.body).toEqual(first.body);
  const { items } = await list(admin, { outcome: 'refused' });
  expect(items).toMatchObject([{ supportCode: supportCodeOf(first.body.requestId) }]);
});

it('filters by person, outcome, type and time, and walks the pages without a row twice', async () => {
  const admin = await newCompany();
  const { companyId } = admin.account;
  const bea = await createAccount(service.deps, {
    companyId,
    name: 'Béatrice Ångström',
    roles: [],
    secondStep: 'off',
  });
  for (let n = 0; n < 7; n += 1) {
    await signIn(bea.email, n % 3 === 0 ? 'wrong' : rightPassword);
    service.deps.advance(1000);
  }
  const all = await list(admin);
  expect(all.total).toBe(8);
  expect((await list(admin, { outcome: 'refused' })).total).toBe(3);
  expect((await list(admin, { userId: bea.id })).total).toBe(7);
  expect((await list(admin, { search: 'angstrom' })).total).toBe(7);
  expect((await list(admin, { search: 'beatrice', outcome: 'success' })).total).toBe(4);
  expect((await list(admin, { search: 'nobody at all' })).items).toEqual([]);
  expect((await list(admin, { type: 'passwordReset' })).items).toEqual([]);
  expect((await list(admin, { from: String(service.deps.clock() - 3500) })).total).toBe(3);
  for (const query of [{}, { search: 'angstrom' }]) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(admin, { ...query, pageSize: '3', ...(cursor !== undefined && { cursor }) });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength('search' in query ? 7 : 8);
  }
});

it('answers what is newer than a cursor', async () => {
  const admin = await newCompany();
  const { liveCursor, items } = await list(admin);
  service.deps.advance(minutes(1));
  await signIn(admin.account.email, 'wrong');
  const newer = await list(admin, { newerThan: liveCursor });
  const ids = new Set(items.map(({ id }) => id));
  expect(newer.items.filter(({ id }) => !ids.has(id))).toMatchObject([{ reason: 'wrongPassword' }]);
  const none = await list(admin, { newerThan: newer.liveCursor });
  expect(none.items.map(({ id }) => id)).toEqual([newer.items[0]?.id]);
  for (const newerThan of ['x', 'tzzzzzzzzzzzz'])
    expect((await driver.call('listEvents', { as: admin, query: { newerThan } })).status).toBe(422);
});

it('G7: writes CSV with a byte order mark and without formulas', async () => {
  const admin = await newCompany();
  const { companyId } = admin.account;
  await createAccount(service.deps, {
    companyId,
    name: '=HYPERLINK("http://evil.test")',
    email: `=cmd-${companyId}@logged.test`,
  });
  await signIn(`=cmd-${companyId}@logged.test`, 'wrong');
  await service.deps.store.attempts.flush();
  const file = await driver.call('listEvents', { as: admin, headers: { accept: 'text/csv' } });
  expect(file.status).toBe(200);
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(file.headers['content-disposition']).toMatch(
    /^attachment; filename="login-log-\d{4}-\d\d-\d\d\.csv"$/,
  );
  expect(file.text.startsWith('\uFEFFtime,type,outcome,reason,')).toBe(true);
  const lines = file.text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(file.text).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
  expect(file.text).toContain(`'=cmd-${companyId}@logged.test`);
  expect(file.text).not.toMatch(/(?:^|,)[=+\-@]/m);
});

it('refuses cursors that it did not write', async () => {
  const admin = await newCompany();
  const cursors = [
    'x',
    'e30',
    Buffer.from('{"at":"2026-99-99T00:00:00.000000Z","id":"x"}').toString('base64url'),
  ];
  for (const cursor of cursors)
    for (const name of ['listEvents', 'listAuditEntries'] as const)
      expect((await driver.call(name, { as: admin, query: { cursor } })).status, cursor).toBe(422);
});
