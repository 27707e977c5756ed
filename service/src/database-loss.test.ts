/**
 * The database is lost while calls arrive: each is answered 503 until it is back, and the service recovers without a
 * restart (threats E1, E2).
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints } from '@app/contract/calls/endpoints.ts';
import { errorBody } from '@app/contract/calls/refusals.ts';

import { startPostgres, type EmbeddedPostgres } from '#dev/postgres/postgres.ts';
import { createStore } from '#store/store.ts';
import { blockEventLoop } from '#test/setup/processor.ts';
import { tally } from '#test/drivers/outcome.ts';
import { createTestApp, type TestApp } from '#test/setup/test-app.ts';
import { createAccount, rightPassword } from '#test/setup/test-deps.ts';

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
  /** up: connected. cut: connections are refused and closed. silent: connections are accepted and never answered. */
  set(state: 'up' | 'cut' | 'silent'): Promise<void>;
  close(): Promise<void>;
}

/** A proxy to the database, whose connections the test can cut. */
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
      // A connection that sent data while silent must not continue in the middle of a message.
      if (next === 'cut' || state === 'silent') await cut();
      state = next;
      if (next !== 'cut' && server === undefined) await listen();
    },
    close: cut,
  };
}

let client = 0;
async function signIn(): Promise<{ status: number; retryAfter: unknown; inShape: boolean }> {
  client += 1;
  const answer = await service.app.inject({
    method: 'POST',
    url: endpoints.signInWithPassword.path,
    payload: { email, password: rightPassword },
    headers: { 'idempotency-key': `key-${client}` },
    remoteAddress: `10.${client & 255}.${client >> 8}.1`,
  });
  return {
    status: answer.statusCode,
    retryAfter: answer.headers['retry-after'],
    inShape: answer.statusCode < 400 || v.is(errorBody, answer.json()),
  };
}

const callsAtOnce = () => Promise.all(Array.from({ length: 40 }, signIn));

/** Waits until a sign-in works again. The limit catches a service that does not come back. */
const back = () => expect.poll(async () => (await signIn()).status, { timeout: 60_000 }).toBe(200);

async function expectUnavailable(answers: Awaited<ReturnType<typeof callsAtOnce>>): Promise<void> {
  expect(tally(answers.map(({ status }) => String(status)))).toEqual({ '503': answers.length });
  expect(answers.every(({ inShape, retryAfter }) => inShape && Number(retryAfter) >= 1)).toBe(true);
  expect((await service.app.inject({ url: '/readyz' })).statusCode).toBe(503);
  expect((await service.app.inject({ url: '/healthz' })).statusCode).toBe(200);
}

it.each(['cut', 'silent'] as const)(
  'E1: answers 503 while the connection is %s, and recovers when it is back',
  async (state) => {
    expect((await signIn()).status).toBe(200);
    await line.set(state);
    const answers = await callsAtOnce();
    await expectUnavailable(answers);
    await line.set('up');
    await back();
  },
);

it('E1: answers 503 when the database is lost to a process that computes for seconds', async () => {
  await line.set('silent');
  const asked = callsAtOnce();
  setImmediate(() => blockEventLoop(1900));
  const answers = await asked;
  await expectUnavailable(answers);
  await line.set('up');
  await back();
});

it('E1: recovers without a restart after the database crashed', async () => {
  const pid = postgres.pid();
  expect(pid).toBeDefined();
  process.kill(Number(pid), 'SIGKILL');
  const during = await callsAtOnce();
  expect(during.every(({ status, inShape }) => inShape && [200, 503].includes(status))).toBe(true);
  await back();
});
