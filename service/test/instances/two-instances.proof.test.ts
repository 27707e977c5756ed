/** Two instances on one database, without sticky sessions: what one knows, the other knows (docs/scaling.md). */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { endpoints } from '@app/contract/calls/endpoints.ts';
import * as limits from '@app/contract/fields/limits.ts';
import { challengeFromWire } from '@app/contract/calls/wire-names.ts';

import { sealMailValues } from '#security/tokens/sealing.ts';
import { inOneStatement } from '#store/connection/one-statement.ts';
import { insertMails } from '#store/outbox.ts';
import { tally } from '#test/drivers/outcome.ts';
import { createAccount, rightPassword } from '#test/setup/test-deps.ts';
import { type Answer, startInstances } from './instances-driver.ts';

const instances = await startInstances();
afterAll(() => instances.stop());

const signInPath = endpoints.signInWithPassword.path;
let people = 0;

/** An account of no domain of development, which production refuses. */
async function newEmail(secondStep: 'off' | 'always'): Promise<string> {
  people += 1;
  const email = `person-${people}@kestrel.example`;
  await createAccount(instances.deps, { email, secondStep });
  return email;
}

/** Makes the calls in parallel, at each instance in turn. */
const many = (count: number, call: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

const statusesOf = (answers: readonly Answer[]) => tally(answers.map(({ status }) => String(status)));

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}
const tokensOf = ({ body }: Answer): Tokens => (body as { basic: Tokens }).basic;
const signInAt = async (instance: number, email: string): Promise<Tokens> =>
  tokensOf(await instances.call(instance, signInPath, { body: { email, password: rightPassword } }));

async function mailedCode(email: string): Promise<string> {
  const mailTo = () => instances.mailbox.messages(email)[0];
  await expect.poll(mailTo).toBeDefined();
  const code = /\b\d{6}\b/.exec(mailTo()?.text ?? '')?.[0];
  if (code === undefined) throw new Error('the mail has no code');
  return code;
}

test('200 wrong passwords at once through both instances: exactly 5 are compared', async () => {
  const email = await newEmail('off');
  const answers = await many(200, (index) =>
    instances.call(index, signInPath, { body: { email, password: 'wrong' }, client: '198.51.100.6' }),
  );
  const compared = answers.filter(({ status }) => status === 401).length;
  console.log('two instances, 200 wrong passwords at once for 5 tries:', statusesOf(answers));
  expect(compared).toBe(5);
  expect(answers.filter(({ status }) => status < 400)).toEqual([]);
});

test('a challenge of one instance is answered at the other, and wrong codes are counted together', async () => {
  const email = await newEmail('always');
  const opened = await instances.call(0, signInPath, { body: { email, password: rightPassword } });
  const session = challengeFromWire(opened.body)?.session;
  const code = await mailedCode(email);
  const wrong = code === '000000' ? '000001' : '000000';
  const verify = (instance: number, value: string) =>
    instances.call(instance, endpoints.verifyCode.path, { body: { email, code: value, session } });
  const first = await verify(0, wrong);
  const second = await verify(1, wrong);
  const triesLeft = [first, second].map(
    ({ body }) => (body as { challenge?: { triesLeft: number } }).challenge?.triesLeft,
  );
  const right = await verify(1, code);
  const again = await verify(0, code);
  console.log(
    `two instances, one challenge: ${String(triesLeft)} tries left, then ${right.status}, ${again.status}`,
  );
  expect((triesLeft[0] ?? 0) - (triesLeft[1] ?? 0)).toBe(1);
  expect([right.status, again.status < 400]).toEqual([200, false]);
});

test('30 repeats with one Idempotency-Key through both instances get one answer and one mail', async () => {
  const email = await newEmail('always');
  const headers = { 'idempotency-key': randomUUID() };
  const body = { email, password: rightPassword };
  const answers = await many(30, (index) => instances.call(index, signInPath, { body, headers }));
  await mailedCode(email);
  const challenges = await instances.deps.store.relaxed
    .selectFrom('challenges')
    .select('id')
    .where('email', '=', email)
    .execute();
  const sent = instances.mailbox.messages(email).length;
  const different = new Set(answers.map(({ text }) => text)).size;
  console.log(
    `two instances, 30 repeats: ${different} answer, ${challenges.length} challenge, ${sent} mail;`,
    statusesOf(answers),
  );
  expect({ different, challenges: challenges.length, sent }).toEqual({
    different: 1,
    challenges: 1,
    sent: 1,
  });
});

test('300 mails that wait for both instances are sent once each', async () => {
  const { deps, mailbox } = instances;
  const now = Date.now();
  const waiting = Array.from({ length: 300 }, (_, index) => {
    const id = randomUUID();
    const values = sealMailValues(deps.keys, id, { code: '123456' });
    const to = `mail-${index}@kestrel.example`;
    const expiresAt = now + limits.codeLifetime;
    return { id, kind: 'loginCode', to, language: 'en', values, expiresAt, dedupeKey: id, now } as const;
  });
  await inOneStatement(deps.store.durable, { mails: insertMails(waiting) });
  const unsent = () =>
    deps.store.relaxed.selectFrom('outbox').select('id').where('payload', 'is not', null).execute();
  await expect.poll(unsent).toEqual([]);
  const sent = mailbox.messages().filter(({ to }) => to.startsWith('mail-'));
  const different = new Set(sent.map(({ to }) => to)).size;
  console.log(`two instances, 300 mails: ${sent.length} sent, ${different} different`);
  expect([sent.length, different]).toEqual([300, 300]);
});

test('whoever signs out at one instance is signed out at the other at once', async () => {
  const email = await newEmail('off');
  const { access_token, refresh_token } = await signInAt(0, email);
  const { path, method } = endpoints.readAccount;
  const read = (instance: number) =>
    instances.call(instance, path, { method, headers: { authorization: `Bearer ${access_token}` } });
  const before = await Promise.all([read(0), read(1)]);
  const body = { refreshToken: refresh_token };
  const out = await instances.call(0, endpoints.revokeTokens.path, { body });
  const after = await Promise.all([
    read(1),
    read(0),
    instances.call(1, endpoints.refreshTokens.path, { body }),
  ]);
  const statuses = [...before, out, ...after].map(({ status }) => status);
  console.log('two instances, sign-out at the first:', statuses.join(' '));
  expect(statuses).toEqual([200, 200, 204, 401, 401, 401]);
});

test('20 refreshes of one token through both instances get one successor', async () => {
  const { refresh_token: refreshToken } = await signInAt(1, await newEmail('off'));
  const answers = await many(20, (index) =>
    instances.call(index, endpoints.refreshTokens.path, { body: { refreshToken } }),
  );
  const successors = new Set(answers.map(({ body }) => (body as Tokens).refresh_token));
  console.log(`two instances, 20 refreshes: ${successors.size} successor;`, statusesOf(answers));
  expect([statusesOf(answers), successors.size]).toEqual([{ '200': 20 }, 1]);
});
