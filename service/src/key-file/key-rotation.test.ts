/** Each kind of key is replaced while people sign in at two instances whose files are a step apart: nothing is lost. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as limits from '@app/contract/fields/limits.ts';
import { minutes } from '@app/contract/fields/durations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Deps } from '#deps.ts';
import { answerOnce } from '#idempotency/exactly-once.ts';
import { takeUpTime } from '#security/saml/keys.ts';
import { createPasswords } from '#security/passwords/passwords.ts';
import { newDeviceToken, readDeviceToken } from '#security/tokens/device-token.ts';
import type { KeyKind } from '#security/tokens/key-set.ts';
import { type Keys, loadKeys } from '#security/tokens/keys.ts';
import { verifyAccessToken } from '#security/tokens/tokens.ts';
import { nameOf } from '#test/drivers/outcome.ts';
import { refresh, signIn, signInBasic, signInToCode, verify } from '#test/drivers/flow-driver.ts';
import {
  callFrom,
  createAccount,
  createTestDeps,
  lowestCost,
  newestCode,
  rightPassword,
  type TestDeps,
} from '#test/setup/test-deps.ts';

import { runKeysCommand } from './command.ts';

let folder: string;
let file: string;
let deps: TestDeps;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'key-rotation-'));
  file = join(folder, 'keys.json');
  await runKeysCommand([file], {}, Date.UTC(2026, 10, 1));
  deps = await createTestDeps({ keys: await keysNow() });
});
afterAll(async () => {
  await deps.close();
  await rm(folder, { recursive: true });
});

const keysNow = async (): Promise<Keys> => loadKeys(await readFile(file, 'utf8'));
const command = (...args: string[]) =>
  runKeysCommand([file, ...args], { DATABASE_URL: deps.url }, deps.clock());

/** The keys of the file before and after each step of a change, from only the old key to only the new key. */
async function stepsOf(kind: KeyKind): Promise<{ before: Keys; added: Keys; switched: Keys }> {
  const before = await keysNow();
  expect(await command('switch', kind)).toMatchObject({ code: 1 });
  expect(await command('add', kind)).toMatchObject({ code: 0 });
  expect(await command('add', kind)).toMatchObject({ code: 1 });
  const added = await keysNow();
  deps.advance(takeUpTime - 1);
  expect(await command('switch', kind)).toMatchObject({ code: 1 });
  deps.advance(1);
  expect(await command('switch', kind)).toMatchObject({ code: 0 });
  return { before, added, switched: await keysNow() };
}

/** An instance of the service with these keys, on the one database. */
const instance = (keys: Keys): Deps => ({
  ...deps,
  keys,
  passwords: createPasswords({ keys, today: lowestCost }),
});

/** The pairs of files that two instances have while a change reaches one after the other. */
const pairsOf = ({ before, added, switched }: Awaited<ReturnType<typeof stepsOf>>) =>
  [
    [before, before],
    [added, before],
    [added, added],
    [switched, added],
    [switched, switched],
  ].flatMap(([one, other]) => [
    [instance(one as Keys), instance(other as Keys)] as const,
    [instance(other as Keys), instance(one as Keys)] as const,
  ]);

let clients = 0;
const anyone = () => callFrom(`198.51.100.${(clients += 1)}`);

test('signing key: tokens of one instance are valid at the other at every step, and none when it is retired', async () => {
  const steps = await stepsOf('signing');
  expect(steps.added.publicJwks().keys).toHaveLength(2);
  expect(steps.added.signing.kid).toBe(steps.before.signing.kid);
  expect(steps.switched.signing.kid).not.toBe(steps.before.signing.kid);
  const audience = { issuer: deps.settings.publicUrl, audience: deps.settings.clientIds.web };
  let lost = 0;
  let signedIn = 0;
  for (const [here, there] of pairsOf(steps)) {
    const { email } = await createAccount(deps, { secondStep: 'off' });
    const tokens = await signInBasic(here, email, anyone());
    const claims = await verifyAccessToken(there.keys, tokens.access_token, audience, deps.clock());
    const next = await refresh(there, tokens.refresh_token, anyone());
    signedIn += 1;
    if (claims === undefined || next.answer === undefined) lost += 1;
  }
  // The last token that the old key signs: an instance took the file up at the end of the hour.
  deps.advance(takeUpTime);
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const last = await signInBasic(instance(steps.added), email, anyone());
  const isValid = async () =>
    (await verifyAccessToken(await keysNow(), last.access_token, audience, deps.clock())) !== undefined;
  const seen: [number, boolean][] = [];
  for (const by of [0, limits.accessTokenLifetime - minutes(1), minutes(2)]) {
    deps.advance(by);
    seen.push([(await command('retire', 'signing')).code, await isValid()]);
  }
  expect(seen).toEqual([
    [1, true],
    [1, true],
    [0, false],
  ]);
  const retired = await keysNow();
  expect(retired.publicJwks().keys.map(({ kid }) => kid)).toEqual([steps.switched.signing.kid]);
  // The session continues: its next token is signed with the new key.
  const renewed = await refresh(instance(retired), last.refresh_token, anyone());
  if (renewed.answer === undefined) lost += 1;
  expect(lost).toBe(0);
});

test('signing key: a leaked one is out of the file at once, and sessions go on', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const before = await keysNow();
  const tokens = await signInBasic(instance(before), email, anyone());
  for (const step of ['add', 'switch', 'retire'])
    expect(await command(step, 'signing', '--now')).toMatchObject({ code: 0 });
  const after = await keysNow();
  const audience = { issuer: deps.settings.publicUrl, audience: deps.settings.clientIds.web };
  expect(await verifyAccessToken(after, tokens.access_token, audience, deps.clock())).toBeUndefined();
  expect((await refresh(instance(after), tokens.refresh_token, anyone())).answer).toBeDefined();
});

test('pepper: people sign in at both instances at every step; an old one stays until its last password has gone', async () => {
  const accounts = await Promise.all(
    Array.from({ length: 12 }, () => createAccount(deps, { secondStep: 'off' })),
  );
  const [absent] = accounts;
  const present = accounts.slice(1);
  const steps = await stepsOf('pepper');
  let signedIn = 0;
  let lost = 0;
  for (const [here, there] of pairsOf(steps)) {
    const outcomes = await Promise.all(
      present.map(({ email }, index) => signIn(index % 2 === 0 ? here : there, email, undefined, anyone())),
    );
    signedIn += outcomes.length;
    lost += outcomes.filter(({ answer }) => answer === undefined).length;
  }
  const holders = () =>
    deps.store.relaxed
      .selectFrom('accounts')
      .select((all) => all.fn.countAll<string>().as('count'))
      .where('password_key_id', '=', 'pepper-1')
      .executeTakeFirstOrThrow()
      .then(({ count }) => Number(count));
  const left = await holders();
  deps.advance(takeUpTime * 24);
  const refused = await command('retire', 'pepper');
  expect(refused.code).toBe(1);
  expect(refused.lines.join()).toContain(`pepper-1 stays: ${left} passwords have this pepper still.`);
  expect((await command('list')).lines.join('\n')).toMatch(
    new RegExp(`pepper-1 +old, for passwords that have it +2026-11-01, \\d+ days ago +${left} passwords`),
  );
  const noDatabase = await runKeysCommand([file, 'retire', 'pepper'], {}, deps.clock());
  expect(noDatabase).toMatchObject({ code: 1, lines: [expect.stringContaining('DATABASE_URL is not set')] });
  // Everybody else comes back: the accounts of the tests above, and the one who was away.
  const rest = await deps.store.relaxed
    .selectFrom('accounts')
    .select('email')
    .$castTo<{ email: string }>()
    .where('password_key_id', '=', 'pepper-1')
    .execute();
  expect(rest.map(({ email }) => email)).toContain(absent?.email);
  const switched = instance(steps.switched);
  for (const { email } of rest) {
    const { answer } = await signIn(switched, email, undefined, anyone());
    signedIn += 1;
    if (answer === undefined) lost += 1;
  }
  expect(await holders()).toBe(0);
  expect(await command('retire', 'pepper')).toMatchObject({ code: 0 });
  const retired = instance(await keysNow());
  expect([...retired.keys.peppers.keys()]).toEqual(['pepper-2']);
  for (const { email } of accounts) {
    const { answer } = await signIn(retired, email, undefined, anyone());
    signedIn += 1;
    if (answer === undefined) lost += 1;
  }
  expect(lost).toBe(0);
});

test('secret: codes, devices, waiting mails and kept answers of one instance are good at the other', async () => {
  const steps = await stepsOf('secret');
  let lost = 0;
  for (const [here, there] of pairsOf(steps)) {
    const password = await here.passwords.hash(rightPassword);
    const { email } = await createAccount(deps, { password });
    const challenge = await signInToCode(here, email, anyone());
    // The email is opened by the other instance's worker.
    const code = await newestCode(there, email);
    const verified = await verify(there, email, code, challenge.session, anyone());
    const device = readDeviceToken(there.keys, newDeviceToken(here.keys));
    const key = randomUUID();
    let runs = 0;
    const once = (at: Deps) =>
      answerOnce({ name: 'test', key, body: { a: 1 }, call: anyone(), deps: at }, async () => (runs += 1));
    const answers = [await once(here), await once(there)];
    lost += [verified.answer, device, runs === 1 || undefined, answers[0] === answers[1] || undefined].filter(
      (good) => good === undefined,
    ).length;
    expect(nameOf(verified)).toBe('answered');
  }
  deps.advance(limits.knownDeviceIdle);
  expect(await command('retire', 'secret')).toMatchObject({ code: 1 });
  deps.advance(takeUpTime);
  expect(await command('retire', 'secret')).toMatchObject({ code: 0 });
  expect(readDeviceToken(await keysNow(), newDeviceToken(steps.before))).toBeUndefined();
  expect(lost).toBe(0);
});
