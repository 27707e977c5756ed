/** The canary test of the process (threat D11): its output, titles, environment and files, in use and when it crashes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { freePort } from '#dev/free-port.ts';
import { folder, keyFile, type Run, start, startReady } from '#test/setup/service-process.ts';
import { productionEnvironment } from '#test/setup/production-environment.ts';
import { testDatabase } from '#test/setup/test-database.ts';

import { createHunt, summaryOf } from './hunt.ts';
import { createSecrets, nested, type Secrets } from './secrets.ts';

const staging = async (): Promise<Record<string, string>> => ({
  ...productionEnvironment,
  ENVIRONMENT: 'staging',
  DATABASE_URL: await testDatabase(),
  SMTP_URL: 'smtp://127.0.0.1:9',
  SIGNING_KEY_FILE: keyFile,
});

/** Keys of the key file: they are secrets of the operator. */
function learnKeys(secrets: Secrets): void {
  const { keys } = JSON.parse(readFileSync(keyFile, 'utf8')) as { keys: Record<string, string>[] };
  for (const key of keys)
    for (const part of ['d', 'k']) if (key[part] !== undefined) secrets.learn(`key ${part}`, key[part]);
}

/** Files of the working folder, but Node's cache of compiled code. */
const files = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => !file.startsWith('compiled'));

/**
 * What other users of the machine see of a process, and what it wrote; and its environment, which its own user sees. That
 * holds what the operator set, the passwords of `DATABASE_URL` and `SMTP_URL` among it: no key, and nothing of a person.
 */
function placesOf({ child, out, err }: Run): Map<string, string> {
  const places = new Map([
    ['standard output', out()],
    ['standard error', err()],
  ]);
  if (child.exitCode === null && child.signalCode === null && process.platform === 'linux')
    for (const file of ['cmdline', 'comm', 'status', 'limits', 'environ'])
      places.set(`/proc/PID/${file}`, readFileSync(`/proc/${child.pid}/${file}`, 'latin1'));
  return places;
}

const hunt = (secrets: Secrets, places: Map<string, string>): string[] => {
  const { find } = createHunt(secrets.list());
  return [...places].flatMap(([place, text]) => summaryOf(find(place, text)));
};

it('D11: has no secret in its output, titles, environment or files, in use and after a crash', async () => {
  const secrets = createSecrets();
  learnKeys(secrets);
  const CANARY_FILE = join(folder, 'canary');
  writeFileSync(CANARY_FILE, secrets.plantWord('error that nothing caught'));
  const port = await freePort();
  const env = { ...(await staging()), CANARY_FILE, LOG_LEVEL: 'debug' };
  const run = start({ ...env, PORT: String(port), HOST: '127.0.0.1' }, '../test/canary/failing-service.ts');
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status, { timeout: 60_000 })
    .toBe(200);
  const before = files();
  for (const [name, { path }] of Object.entries(endpoints)) {
    const body = JSON.stringify({ email: 'ada@northline.test', ...nested(secrets, name) });
    for (const payload of [body, body.slice(0, -9)]) {
      const query = `?token=${secrets.plantWord(`${name} query`)}`;
      const answer = await fetch(url + path + query, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${secrets.plantWord(`${name} Authorization`)}`,
          cookie: `refresh_token=${secrets.plantWord(`${name} cookie`)}`,
        },
        body: payload,
      });
      expect(answer.status).toBeLessThan(500);
    }
  }
  const inUse = placesOf(run);
  expect(hunt(secrets, inUse)).toEqual([]);

  run.child.kill('SIGUSR2');
  expect(await run.ended()).toBe(1);
  expect(run.out()).toContain('an error that nothing caught ends the process');
  expect(run.out()).toContain('failed at /password/reset');
  expect(hunt(secrets, placesOf(run))).toEqual([]);
  expect(files()).toEqual(before);
});

// Elsewhere a process has no such file.
it.skipIf(process.platform !== 'linux')('is found when a secret is in the title on purpose', () => {
  const secrets = createSecrets();
  const secret = secrets.plantWord('secret of a title');
  const title = process.title;
  try {
    process.title = `node ${secret}`;
    const cmdline = readFileSync('/proc/self/cmdline', 'latin1');
    expect(hunt(secrets, new Map([['/proc/PID/cmdline', cmdline]]))).toHaveLength(1);
  } finally {
    process.title = title;
  }
});

it.skipIf(process.platform !== 'linux')(
  'is found when a secret is in the environment on purpose',
  async () => {
    const secrets = createSecrets();
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume().once("end", () => {})'], {
      env: { TOKEN: secrets.plantWord('secret of an environment') },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    await once(child, 'spawn');
    const environ = readFileSync(`/proc/${child.pid}/environ`, 'latin1');
    child.stdin.end();
    await once(child, 'exit');
    expect(hunt(secrets, new Map([['/proc/PID/environ', environ]]))).toHaveLength(1);
  },
);

it('D11: leaves no file when it is aborted, and does not start with flags that write its memory', async () => {
  const env = await staging();
  const before = files();
  const run = await startReady(env, await freePort());
  run.child.kill('SIGABRT');
  await run.ended();
  expect(run.child.signalCode).toBe('SIGABRT');
  expect(files()).toEqual(before);

  const flags = '--report-uncaught-exception --heapsnapshot-signal=SIGUSR2';
  const refused = start({ ...env, NODE_OPTIONS: flags, NODE_DEBUG: 'http' });
  expect(await refused.ended()).toBe(1);
  for (const name of ['NODE_OPTIONS', 'NODE_DEBUG']) expect(refused.err()).toContain(`${name} must not`);
  expect(files()).toEqual(before);
});

it('names no secret of a setting that it refuses', async () => {
  const secrets = createSecrets();
  const word = (name: string): string => secrets.plantWord(name);
  const broken = {
    ...(await staging()),
    DATABASE_URL: `postgresql://app:${word('password of the database')}@db.example.com:notaport/app`,
    SMTP_URL: `smtp://mailer:${word('password of the mail server')}@mail.example.com`,
    SIGNING_KEY_FILE: join(folder, 'none.json'),
    RESELLER_LOGO_URL: `ftp://user:${word('password of an address')}@cdn.example.com`,
    PUBLIC_URL: `http://user:${word('password of PUBLIC_URL')}@login.example.com`,
    GOOGLE_JWKS_URL: `http://x:${word('password of GOOGLE_JWKS_URL')}@keys.example.com`,
    DASHBOARD_URL: `http://x:${word('password of DASHBOARD_URL')}@dashboard.example.com`,
  };
  const runs = [start(broken, 'main.ts'), start(broken, 'doctor.ts')];
  expect(await Promise.all(runs.map(({ ended }) => ended()))).toEqual([1, 1]);
  for (const run of runs) expect(hunt(secrets, placesOf(run))).toEqual([]);
});
