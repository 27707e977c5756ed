/** A call that invites many and dies in the middle, or is repeated while it runs: nobody is invited twice. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seconds } from '@app/contract/fields/durations.ts';

import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { tally } from '#test/drivers/outcome.ts';
import { createTestApp, type TestApp } from '#test/setup/test-app.ts';

let service: TestApp;
let driver: ReturnType<typeof createDashboardDriver>;
let admin: SignedIn;
/** Called at the end of each part. */
let afterPart: () => void;
beforeEach(async () => {
  afterPart = () => {};
  service = await createTestApp({ deps: { wakeMailWorker: () => afterPart() } });
  driver = createDashboardDriver(service);
  admin = await driver.signedIn();
});
afterEach(() => service.close());

const emails = Array.from({ length: 2000 }, (_, n) => `repeated-${n}@northline.test`);
const invitations = emails.map((email, n) => ({ email: n % 500 === 3 ? 'broken' : email }));
const invite = (idempotencyKey: string, as = admin) =>
  driver.call('invite', { as, body: { invitations }, idempotencyKey });

/** Emails of all invitations. */
const mails = async (): Promise<number> => {
  const rows = await service.deps.store.durable.selectFrom('outbox').select('recipient').execute();
  expect(new Set(rows.map(({ recipient }) => recipient)).size).toBe(rows.length);
  return rows.length;
};
const verdicts = ({ body }: Awaited<ReturnType<typeof invite>>) =>
  tally(body.results.map(({ ok, reason }) => (ok ? 'ok' : (reason ?? ''))));

test('a call that died after its second part goes on behind it, and reports all rows as done', async () => {
  const key = randomUUID();
  let parts = 0;
  afterPart = () => {
    parts += 1;
    if (parts === 2) throw new Error('the process dies');
  };
  expect(await invite(key)).toMatchObject({ status: 500 });
  expect(await mails()).toBe(998);
  const repeat = await invite(key);
  expect(verdicts(repeat)).toEqual({ ok: 1996, invalid: 4 });
  expect(repeat.body.results.map(({ email }) => email)).toEqual(invitations.map(({ email }) => email));
  expect(await mails()).toBe(1996);
  expect(await invite(key)).toMatchObject({ body: repeat.body });
  expect(verdicts(await invite(randomUUID()))).toEqual({ exists: 1996, invalid: 4 });
  const audited = await service.deps.store.durable.selectFrom('audit_log').select('id').execute();
  expect(audited).toHaveLength(1996);
});

test('what another admin revoked before the repeat is not invited again', async () => {
  const key = randomUUID();
  afterPart = () => {
    throw new Error('the process dies');
  };
  await invite(key);
  afterPart = () => {};
  const other = await driver.signedIn();
  const { body } = await driver.call('listInvitations', { as: other, query: { pageSize: '1' } });
  const [revoked] = body.items;
  await driver.call('revokeInvitation', { as: other, params: { invitationId: revoked?.id ?? '' } });
  expect(verdicts(await invite(key))).toEqual({ ok: 1996, invalid: 4 });
  const list = await driver.call('listInvitations', { as: other, query: { search: revoked?.email ?? '' } });
  expect(list.body.items).toEqual([]);
});

test('a repeat during the call waits for its answer, however long the call takes', async () => {
  const key = randomUUID();
  const repeats: ReturnType<typeof invite>[] = [];
  afterPart = () => {
    // Each part takes almost as long as a claim is good for.
    service.deps.advance(seconds(7));
    if (repeats.length < 2) repeats.push(invite(key));
  };
  const first = await invite(key);
  const answers = await Promise.all(repeats);
  expect(answers.map(({ body }) => body)).toEqual([first.body, first.body]);
  expect(verdicts(first)).toEqual({ ok: 1996, invalid: 4 });
  expect(await mails()).toBe(1996);
});

test('two runs of one call at the same moment do each part once', async () => {
  const key = randomUUID();
  const repeats: ReturnType<typeof invite>[] = [];
  afterPart = () => {
    // The first run counted as dead.
    service.deps.advance(seconds(20));
    if (repeats.length < 1) repeats.push(invite(key));
  };
  const answers = [await invite(key), ...(await Promise.all(repeats))];
  for (const answer of answers) expect(verdicts(answer)).toEqual({ ok: 1996, invalid: 4 });
  expect(answers[1]?.body).toEqual(answers[0]?.body);
  expect(await mails()).toBe(1996);
});
