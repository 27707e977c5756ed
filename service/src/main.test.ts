/** Tests the process as operators run it: errors at the start, loaded modules, and the shutdown. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { makeKeySet } from './security/tokens/keys.ts';
import { productionEnvironment } from '#test/setup/production-environment.ts';
import { freePort } from '#dev/free-port.ts';
import { folder, keyFile, start, startReady } from '#test/setup/service-process.ts';
import { testDatabase } from '#test/setup/test-database.ts';

/** Valid settings whose database and mail server are on this machine. */
const staging = async (): Promise<Record<string, string>> => ({
  ...productionEnvironment,
  ENVIRONMENT: 'staging',
  DATABASE_URL: await testDatabase(),
  SMTP_URL: 'smtp://127.0.0.1:9',
  SIGNING_KEY_FILE: keyFile,
});

describe('a failed start', () => {
  async function refusal(env: Record<string, string>): Promise<string> {
    const run = start(env);
    expect(await run.ended()).toBe(1);
    expect(run.err()).not.toMatch(/\n\s+at /);
    expect(run.out()).toBe('');
    return run.err();
  }

  it('names every bad setting', async () => {
    const message = await refusal({
      ENVIRONMENT: 'production',
      PORT: 'x',
      PUBLIC_URL: 'http://login.example.com',
    });
    for (const name of ['PORT', 'PUBLIC_URL', 'DATABASE_URL', 'SMTP_URL', 'SIGNING_KEY_FILE'])
      expect(message).toContain(`\n  ${name} `);
  });

  it('reports in one sentence that the port is in use, and what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const message = await refusal({
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'unused'),
    });
    other.close();
    expect(message).toBe(
      `127.0.0.1:${port} is in use by another program. Stop that one, or set PORT to another port.\n`,
    );
  });

  it('reports that the data folder cannot be written', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const message = await refusal({ PORT: String(await freePort()), DATA_DIR: join(file, 'data') });
    expect(message).toMatch(
      /^The data folder .* cannot be written \(ENOTDIR\)\. Make it writable, or set DATA_DIR .*\n$/,
    );
  });

  it('reports that the key file or the database cannot be used', async () => {
    const port = await freePort();
    const env = await staging();
    const common = { ...env, PORT: String(port), HOST: '127.0.0.1' };
    expect(await refusal({ ...common, SIGNING_KEY_FILE: join(folder, 'none.json') })).toContain(
      'cannot be used: ENOENT',
    );
    writeFileSync(join(folder, 'broken.json'), '{"keys":[]}');
    expect(await refusal({ ...common, SIGNING_KEY_FILE: join(folder, 'broken.json') })).toContain(
      'no EC P-256',
    );
    const message = await refusal({
      ...common,
      DATABASE_URL: 'postgresql://app:secret-word@127.0.0.1:9/app',
    });
    expect(message).toContain('127.0.0.1:9/app cannot be used: nothing listens there');
    expect(message).not.toContain('secret-word');
  });
});

it('F1: without ENVIRONMENT the service is not exposed: development refuses other hosts and other databases', async () => {
  const env = { ...(await staging()), ENVIRONMENT: '', HOST: '0.0.0.0', PORT: String(await freePort()) };
  const run = start({ ...env, DATABASE_URL: 'postgresql://app:secret-word@127.0.0.1:9/app' });
  expect(await run.ended()).toBe(1);
  const names = [...run.err().matchAll(/^ {2}([A-Z_]+) must/gm)].map(([, name]) => name);
  expect(names).toEqual(['HOST', 'PUBLIC_URL', 'DATABASE_URL']);
  expect(run.err()).toContain('ENVIRONMENT is not set');
  expect(run.err()).not.toContain('secret-word');
  expect(run.err()).not.toContain('LOADED');
});

it('the doctor reports what production refuses and how to fix it, and starts nothing', async () => {
  const env = await staging();
  // A mail server that answers, so that the settings are complete.
  const mails = new SMTPServer({ authOptional: true, hideSTARTTLS: true, disableReverseLookup: true });
  mails.listen(0, '127.0.0.1');
  await once(mails.server, 'listening');
  const { port } = mails.server.address() as AddressInfo;
  const good = { ...env, SMTP_URL: `smtp://127.0.0.1:${port}`, RESELER: 'Fjord Voice' };
  writeFileSync(join(folder, 'open.json'), JSON.stringify({ keys: makeKeySet().keys.slice(0, 1) }), {
    mode: 0o644,
  });
  const bad = {
    ...env,
    SMTP_URL: 'smtp://127.0.0.1:9',
    DATABASE_URL: 'postgresql://app:secret-word@127.0.0.1:9/app',
    SIGNING_KEY_FILE: join(folder, 'open.json'),
    WORKSPACE_URL: 'http://127.0.0.1:4000/',
    DASHBOARD_URL: '',
    COOKIE_DOMAIN: 'co.uk',
  };
  const [well, ill] = [start(good, 'doctor.ts'), start(bad, 'doctor.ts')];
  const codes = [await well.ended(), await ill.ended()];
  await new Promise<void>((resolve) => mails.close(() => resolve()));
  expect(well.out()).toBe(
    'Environment staging: the service would start with these settings.\n' +
      '  Note: RESELER is not a setting. The nearest one is RESELLER.\n',
  );
  const named = [...ill.out().matchAll(/^ {2}([A-Z_]+) .*\n {4}\S.*\.?$/gm)].map(([, name]) => name ?? '');
  expect(named.toSorted()).toEqual([
    'COOKIE_DOMAIN',
    'DASHBOARD_URL',
    'DATABASE_URL',
    'SIGNING_KEY_FILE',
    'SIGNING_KEY_FILE',
    'SMTP_URL',
    'WORKSPACE_URL',
  ]);
  expect(ill.out() + ill.err()).not.toContain('secret-word');
  expect(codes).toEqual([0, 1]);
});

// Each test mostly waits for its process.
it.concurrent.for(['staging', 'production'])(
  '%s loads and serves nothing of development',
  async (environment) => {
    const port = await freePort();
    const run = await startReady(
      { ...(await staging()), ENVIRONMENT: environment, RESELER: 'Fjord Voice' },
      port,
    );
    expect(run.out()).toContain('"variable":"RESELER","nearest":"RESELLER"');
    const answers: string[] = [];
    for (const path of [
      '/mailbox',
      '/mailbox/messages',
      '/mailbox/page.js',
      '/mailbox/1.html',
      '/workspace',
      '/workspace/page.js',
      '/stand-in/dns',
      '/stand-in/google/authorize',
      '/stand-in/google/jwks.json',
      '/stand-in/google/.well-known/openid-configuration',
      '/stand-in/idp/sso',
      '/stand-in/idp/metadata',
      '/stand-in/idp/logout',
      '/stand-in/idp/post.js',
      '/stand-in/idp/style.css',
      '/docs',
      '/@dev/@vite/client',
      '/@dev/sign-in/src/main.tsx',
    ]) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      answers.push(`${answer.status}`);
    }
    for (const path of [
      '/stand-in/token',
      '/stand-in/dns',
      '/stand-in/google/choose',
      '/stand-in/idp/answer',
    ]) {
      const form = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: {
          origin: productionEnvironment.PUBLIC_URL,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'email=ada%40northline.test',
      });
      answers.push(`${form.status}`);
    }
    run.child.kill('SIGTERM');
    expect(await run.ended()).toBe(0);
    expect(new Set(answers)).toEqual(new Set(['404']));
    expect(run.err()).not.toContain('LOADED');
  },
);

it('E4: shuts down gracefully under load: not ready at once, every request answered, exit 0', async () => {
  const port = await freePort();
  const run = await startReady(await staging(), port);
  const base = `http://127.0.0.1:${port}`;
  let failed = 0;
  let answered = 0;
  const calls: Promise<void>[] = [];
  const call = async (): Promise<void> => {
    try {
      const answer = await fetch(base + endpoints.issueDeviceToken.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      await answer.text();
      if (answer.ok) answered += 1;
      else failed += 1;
    } catch {
      failed += 1;
    }
  };
  let isReady = true;
  // 50 calls before the signal, more until the service is not ready, and 20 at that moment.
  for (let tick = 0; isReady; tick += 1) {
    calls.push(call());
    if (tick === 50) run.child.kill('SIGTERM');
    if (tick >= 50) isReady = (await fetch(`${base}/readyz`)).status !== 503;
    await wait(10);
  }
  for (let n = 0; n < 20; n += 1) calls.push(call());
  await Promise.all(calls);
  const code = await run.ended();
  expect({ failed, code }).toEqual({ failed: 0, code: 0 });
});
