/** Running processes take a changed key file up at SIGHUP, while people sign in. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@app/contract/calls/endpoints.ts';
import { expect, test } from 'vitest';

import { freePort } from '#dev/free-port.ts';
import { loadKeys, makeKeySet } from '#security/tokens/keys.ts';
import { productionEnvironment } from '#test/setup/production-environment.ts';
import { folder, logged, start } from '#test/setup/service-process.ts';
import { createAccount, createTestDeps, rightPassword } from '#test/setup/test-deps.ts';
import { testDatabase } from '#test/setup/test-database.ts';

import { runKeysCommand } from './command.ts';

const processes = 2;

test('SIGHUP: every key is replaced in two processes under sign-ins, 0 are lost; a wrong file changes nothing', async () => {
  const file = join(folder, 'taken-up.json');
  await runKeysCommand([file], {}, Date.now());
  const url = await testDatabase();
  const deps = await createTestDeps({ url, keys: loadKeys(readFileSync(file, 'utf8')) });
  const emails = Array.from({ length: 8 }, (_, index) => `person-${index}@kestrel.example`);
  for (const email of emails) await createAccount(deps, { email, secondStep: 'off' });
  const port = await freePort();
  const run = start({
    ...productionEnvironment,
    ENVIRONMENT: 'staging',
    DATABASE_URL: url,
    SMTP_URL: 'smtp://127.0.0.1:9',
    SIGNING_KEY_FILE: file,
    PROCESSES: String(processes),
    TRUSTED_PROXIES: '127.0.0.1',
    PORT: String(port),
    HOST: '127.0.0.1',
  });
  await logged(run, 'ready', processes);

  let client = 0;
  const post = async (path: string, body: object): Promise<Response> => {
    client += 1;
    return fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      // A separate connection, so that each call reaches another process.
      headers: {
        'content-type': 'application/json',
        connection: 'close',
        'x-forwarded-for': `198.51.${Math.floor(client / 250)}.${client % 250}`,
      },
      body: JSON.stringify(body),
    });
  };
  let signedIn = 0;
  const lost: string[] = [];
  let isChanging = true;
  async function person(email: string): Promise<void> {
    while (isChanging) {
      const answer = await post(endpoints.signInWithPassword.path, { email, password: rightPassword });
      const first = await answer.text();
      const { basic } = JSON.parse(first) as { basic?: { refresh_token: string } };
      const next = await post(endpoints.refreshTokens.path, { refreshToken: basic?.refresh_token ?? '' });
      const second = await next.text();
      signedIn += 1;
      if (!answer.ok) lost.push(`${answer.status} ${first}`);
      else if (!next.ok) lost.push(`${next.status} ${second}`);
    }
  }
  const people = emails.map(person);

  let taken = 0;
  const hangUp = async (): Promise<void> => {
    taken += 1;
    run.child.kill('SIGHUP');
    await logged(run, 'the keys were read again', taken * processes);
  };
  const before = loadKeys(readFileSync(file, 'utf8')).signing.kid;
  for (const step of ['add', 'switch']) {
    for (const kind of ['signing', 'pepper', 'secret'])
      expect(await runKeysCommand([file, step, kind, '--now'], {}, Date.now())).toMatchObject({ code: 0 });
    await hangUp();
  }
  expect(await runKeysCommand([file, 'retire', 'signing', '--now'], {}, Date.now())).toMatchObject({
    code: 0,
  });
  await hangUp();
  const jwks = (await (await fetch(`http://127.0.0.1:${port}/.well-known/jwks.json`)).json()) as {
    keys: { kid: string }[];
  };
  expect(jwks.keys.map(({ kid }) => kid)).toEqual([loadKeys(readFileSync(file, 'utf8')).signing.kid]);
  expect(jwks.keys.map(({ kid }) => kid)).not.toContain(before);

  // The log names every key of the file, and hides none of the names.
  const told = run
    .out()
    .split('\n')
    .filter((line) => line.includes('the keys were read again'))
    .map((line) => (JSON.parse(line) as { keys: string[] }).keys);
  const kid = loadKeys(readFileSync(file, 'utf8')).signing.kid.slice(0, 12);
  const named = [`current signing key ${kid}…`, 'current pepper key pepper-2', 'current secret key secret-2'];
  expect(told.at(-1)).toEqual(expect.arrayContaining(named));
  expect(told.flat().join(' ')).not.toContain('sensitive');

  // A foreign key file: the pepper of all passwords is missing.
  const good = readFileSync(file, 'utf8');
  const foreign = makeKeySet().keys.map((key) => ({ ...key, kid: `foreign ${key.kid}` }));
  for (const [turn, wrong] of [JSON.stringify({ keys: foreign }), 'x{'].entries()) {
    writeFileSync(file, wrong);
    run.child.kill('SIGHUP');
    await logged(run, 'the keys were not read again: the ones before stay in use', (turn + 1) * processes);
  }
  writeFileSync(file, good);
  isChanging = false;
  await Promise.all(people);
  run.child.kill('SIGTERM');
  expect(await run.ended()).toBe(0);
  expect(run.out()).toContain('SIGNING_KEY_FILE lacks the pepper');
  expect(run.out()).toContain('The key set is not JSON.');

  // A start with it is refused in the same words.
  writeFileSync(file, JSON.stringify({ keys: foreign }));
  const refused = start({
    ...productionEnvironment,
    ENVIRONMENT: 'staging',
    DATABASE_URL: url,
    SMTP_URL: 'smtp://127.0.0.1:9',
    SIGNING_KEY_FILE: file,
    PORT: String(port),
    HOST: '127.0.0.1',
  });
  expect(await refused.ended()).toBe(1);
  expect(refused.err()).toContain('SIGNING_KEY_FILE lacks the pepper "pepper-2" of ');
  await deps.close();
  expect(lost).toEqual([]);
  expect(signedIn).toBeGreaterThan(emails.length);
});
