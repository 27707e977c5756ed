/** The database is lost while calls come in: 503 in the error shape within two seconds, and back by itself (docs/security.md E1, E2). */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints } from '@app/contract/endpoints.ts';
import { errorBody } from '@app/contract/refusals.ts';

import { startPostgres, type EmbeddedPostgres } from '#dev/postgres.ts';
import { createStore } from '#store/store.ts';
import { createTestApp, type TestApp } from '#test/test-app.ts';
import { createAccount, rightPassword } from '#test/test-deps.ts';

let postgres: EmbeddedPostgres;
let line: Line;
let service: TestApp;
let email: string;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'database-loss-'));
  postgres = await startPostgres({ dataDir, temporary: true });
  line = await openLine(Number(new URL(postgres.url).port));
  const url = new URL(postgres.url);
  url.port = String(line.port);
  const store = createStore({ url: url.href, log: pino({ level: 'silent' }) });
  await store.migrate();
  await store.close();
  service = await createTestApp({ url: url.href });
  ({ email } = await createAccount(service.deps, { secondStep: 'off' }));
});
afterAll(async () => {
  await service.close();
  await line.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

interface Line {
  readonly port: number;
  /** up: to the database. cut: connections are refused and ended. silent: taken, and nothing ever comes back. */
  set(state: 'up' | 'cut' | 'silent'): Promise<void>;
  close(): Promise<void>;
}

/** The line to the database, which the test can cut. */
async function openLine(target: number): Promise<Line> {
  let state: 'up' | 'cut' | 'silent' = 'up';
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  async function listen(): Promise<void> {
    server = createServer((from) => {
      sockets.add(from.on('error', () => {}));
      const to = connect(target, '127.0.0.1').on('error', () => from.destroy());
      sockets.add(to);
      from.on('data', (part) => void (state === 'up' && to.write(part)));
      to.on('data', (part) => void (state === 'up' && from.write(part)));
      from.on('close', () => to.destroy());
      to.on('close', () => from.destroy());
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  }
  async function cut(): Promise<void> {
    const old = server;
    server = undefined;
    const closed = old && new Promise((resolve) => old.close(resolve));
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await closed;
  }
  await listen();
  return {
    get port() {
      return port;
    },
    async set(next) {
      // Whoever talked into the silence must not go on in the middle of a sentence.
      if (next === 'cut' || state === 'silent') await cut();
      state = next;
      if (next !== 'cut' && server === undefined) await listen();
    },
    close: cut,
  };
}

let client = 0;
async function signIn(): Promise<{ status: number; ms: number; retryAfter: unknown; inShape: boolean }> {
  client += 1;
  const begun = performance.now();
  const answer = await service.app.inject({
    method: 'POST',
    url: endpoints.signInWithPassword.path,
    payload: { email, password: rightPassword },
    headers: { 'idempotency-key': `key-${client}` },
    remoteAddress: `10.1.${client >> 8}.${client & 255}`,
  });
  const ms = performance.now() - begun;
  return {
    status: answer.statusCode,
    ms,
    retryAfter: answer.headers['retry-after'],
    inShape: answer.statusCode < 400 || v.is(errorBody, answer.json()),
  };
}

/** 20 calls a second for `seconds`, all answered. */
async function callsFor(seconds: number): Promise<Awaited<ReturnType<typeof signIn>>[]> {
  const answers: Promise<Awaited<ReturnType<typeof signIn>>>[] = [];
  for (let count = 0; count < seconds * 20; count += 1) {
    answers.push(signIn());
    await wait(50);
  }
  return Promise.all(answers);
}

async function backWithin(limit: number): Promise<number> {
  const begun = performance.now();
  await expect.poll(async () => (await signIn()).status, { timeout: limit, interval: 50 }).toBe(200);
  return performance.now() - begun;
}

it.each(['cut', 'silent'] as const)(
  'answers 503 in time while the line is %s, and goes on when it is back',
  async (state) => {
    expect((await signIn()).status).toBe(200);
    await line.set(state);
    const answers = await callsFor(2);
    const slowest = Math.max(...answers.map(({ ms }) => ms));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(answers.every(({ inShape, retryAfter }) => inShape && Number(retryAfter) >= 1)).toBe(true);
    expect((await service.app.inject({ url: '/readyz' })).statusCode).toBe(503);
    expect((await service.app.inject({ url: '/healthz' })).statusCode).toBe(200);
    await line.set('up');
    const back = await backWithin(4000);
    const calls = `${answers.length} calls, all 503, slowest ${slowest.toFixed(0)} ms`;
    console.log(`E1: database ${state}: ${calls}; back in ${back.toFixed(0)} ms`);
    expect(slowest).toBeLessThan(2000);
  },
);

it('goes on by itself after the database crashed', async () => {
  const pid = postgres.pid();
  expect(pid).toBeDefined();
  process.kill(Number(pid), 'SIGKILL');
  const during = await callsFor(1);
  expect(during.every(({ status, inShape }) => inShape && [200, 503].includes(status))).toBe(true);
  const back = await backWithin(20_000);
  const slowest = Math.max(...during.map(({ ms }) => ms));
  console.log(
    `E1: database killed: ${during.length} calls, slowest ${slowest.toFixed(0)} ms; back in ${back.toFixed(0)} ms`,
  );
  expect(slowest).toBeLessThan(2000);
});
