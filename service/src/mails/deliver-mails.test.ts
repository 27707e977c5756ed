/** Tests the delivery of emails to a real mail server that is down, refuses, or disconnects (threat E3). */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { minutes, seconds } from '@app/contract/fields/durations.ts';

import { createMailer, type Mailer } from '#gateways/mail.ts';
import { sealMailValues } from '#security/tokens/sealing.ts';
import { insertMail } from '#store/outbox.ts';
import {
  callFrom,
  createAccount,
  createTestDeps,
  rightPassword,
  testSettings,
  type TestDeps,
} from '#test/setup/test-deps.ts';

import { createMailWorker, deliverDueMails, retryWait } from './deliver-mails.ts';
import { flows } from '#flows/flows.ts';

interface Received {
  readonly recipients: string[];
  readonly text: string;
}

let deps: TestDeps;
let server: SMTPServer | undefined;
let mailer: Mailer | undefined;
let received: Received[];
let recipients: number;
/** The open connections of the mail server. */
const sockets = new Set<Socket>();

beforeEach(async () => {
  deps = await createTestDeps();
  received = [];
  recipients = 0;
  sockets.clear();
});
afterEach(async () => {
  mailer?.close();
  await stopServer();
  await deps.close();
});

/** A mail server on `port` (0: a free one) that accepts every email, unless `changes` override it. */
async function startServer(port = 0, changes: SMTPServerOptions = {}): Promise<number> {
  server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    onRcptTo(_address, _session, done) {
      recipients += 1;
      done();
    },
    onData(stream, session, done) {
      let text = '';
      stream.on('data', (part: Buffer) => (text += part.toString()));
      stream.on('end', () => {
        received.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
    ...changes,
  });
  server.on('error', () => {});
  server.server.on('connection', (socket) => sockets.add(socket));
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return (server.server.address() as AddressInfo).port;
}

async function stopServer(): Promise<void> {
  const old = server;
  server = undefined;
  if (old) await new Promise<void>((resolve) => old.close(() => resolve()));
}

const partsFor = (port: number) => {
  mailer = createMailer(testSettings, `smtp://127.0.0.1:${port}`);
  const { store, keys, clock, log, metrics } = deps;
  return { store, keys, clock, log, metrics, mailer };
};

async function enqueue(
  to: string,
  { code = '123456', lifetime = minutes(10), bulk = false } = {},
): Promise<string> {
  const id = randomUUID();
  const now = deps.clock();
  const mail = insertMail({
    id,
    kind: 'loginCode',
    to,
    language: 'en',
    values: sealMailValues(deps.keys, id, { code, name: 'Ada' }),
    expiresAt: now + lifetime,
    dedupeKey: id,
    bulk,
    now,
  });
  await mail.execute(deps.store.durable);
  return id;
}

const rowOf = (id: string) =>
  deps.store.durable.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const refusing = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

describe('E3: a mail', () => {
  it('goes to exactly one recipient, in text and HTML, and its content is deleted', async () => {
    const parts = partsFor(await startServer());
    const id = await enqueue('ada@northline.test', { code: '654321' });
    expect(await deliverDueMails(parts)).toBe(1);
    expect(received.map((mail) => mail.recipients)).toEqual([['ada@northline.test']]);
    expect(recipients).toBe(1);
    expect(received[0]?.text).toContain(`Message-ID: <${id}@localhost>`);
    expect(received[0]?.text).toContain('multipart/alternative');
    expect(received[0]?.text).toContain('To: ada@northline.test');
    expect(await rowOf(id)).toMatchObject({ payload: null, failure: null });
    expect(await deliverDueMails(parts)).toBe(0);
  });

  it('waits while the mail server is down, and is sent once when it is back', async () => {
    const port = await startServer();
    await stopServer();
    const account = await createAccount(deps);
    const parts = partsFor(port);
    const answer = await flows.signInWithPassword(
      { email: account.email, password: rightPassword },
      callFrom(),
      deps,
    );
    expect(answer).toHaveProperty('mfa');

    expect(await deliverDueMails(parts)).toBe(1);
    expect(await deliverDueMails(parts)).toBe(0);
    deps.advance(retryWait(1));
    expect(await deliverDueMails(parts)).toBe(1);
    await startServer(port);
    deps.advance(retryWait(2) - 1);
    expect(await deliverDueMails(parts)).toBe(0);
    deps.advance(1);
    expect(await deliverDueMails(parts)).toBe(1);
    deps.advance(minutes(5));
    expect(await deliverDueMails(parts)).toBe(0);
    expect(received).toHaveLength(1);
  });

  it('is retried after 451, and never after 550', async () => {
    let grey = 0;
    const parts = partsFor(
      await startServer(0, {
        onRcptTo(address, _session, done) {
          if (address.address.startsWith('gone')) return done(refusing(550, 'no such mailbox'));
          grey += 1;
          return done(grey === 1 ? refusing(451, 'greylisted') : null);
        },
      }),
    );
    const gone = await enqueue('gone@northline.test');
    const listed = await enqueue('ada@northline.test');
    await deliverDueMails(parts);
    expect(received).toHaveLength(0);
    expect(await rowOf(gone)).toMatchObject({ payload: null, failure: expect.stringContaining('550') });
    expect((await rowOf(listed)).failure).toContain('451');
    deps.advance(seconds(5));
    expect(await deliverDueMails(parts)).toBe(1);
    expect(received.map((mail) => mail.recipients)).toEqual([['ada@northline.test']]);
    deps.advance(minutes(5));
    expect(await deliverDueMails(parts)).toBe(0);
  });

  it('is sent again if the connection was cut during its transmission', async () => {
    let cut = 0;
    const parts = partsFor(
      await startServer(0, {
        onData(stream, session, done) {
          cut += 1;
          if (cut > 1) {
            stream.resume().on('end', () => {
              received.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), text: '' });
              done();
            });
            return;
          }
          // Cut before the end of the data: the server has not answered yet.
          for (const socket of sockets) socket.destroy();
        },
      }),
    );
    const id = await enqueue('ada@northline.test');
    await deliverDueMails(parts);
    expect((await rowOf(id)).sent_at).toBeNull();
    deps.advance(seconds(5));
    await deliverDueMails(parts);
    expect(received).toHaveLength(1);
  });

  it('is never sent once its code has expired', async () => {
    const port = await startServer();
    await stopServer();
    const parts = partsFor(port);
    const id = await enqueue('ada@northline.test');
    for (let time = 0; time < minutes(10); time += seconds(30)) {
      await deliverDueMails(parts);
      deps.advance(seconds(30));
    }
    await startServer(port);
    deps.advance(minutes(20));
    await deliverDueMails(parts);
    expect(received).toHaveLength(0);
    expect(await rowOf(id)).toMatchObject({ payload: null, failure: 'expired' });
  });

  it('is sent once by two workers', async () => {
    const parts = partsFor(await startServer());
    for (let count = 0; count < 20; count += 1) await enqueue(`person-${count}@northline.test`);
    await Promise.all([deliverDueMails(parts), deliverDueMails(parts)]);
    const to = received.flatMap((mail) => mail.recipients);
    expect(new Set(to).size).toBe(20);
    expect(to).toHaveLength(20);
  });
});

it('E3: the delay between retries doubles from 5 s to 10 min', () => {
  expect([1, 2, 3, 7, 8, 50].map(retryWait)).toEqual([5000, 10_000, 20_000, 320_000, 600_000, 600_000]);
});

it('a worker sends a mail when it is woken, and stops on request', async () => {
  const worker = createMailWorker(partsFor(await startServer()));
  worker.start();
  await enqueue('ada@northline.test');
  worker.wake();
  await expect.poll(() => received.length).toBe(1);
  await worker.stop();
});

it('a code does not wait for invitations that were written in their thousands before it', async () => {
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const port = await startServer(0, {
    onRcptTo(address, _session, done) {
      // The mail server takes its time with each invitation.
      if (address.address.startsWith('invited')) void held.then(() => done());
      else done();
    },
  });
  const worker = createMailWorker(partsFor(port));
  for (let count = 0; count < 40; count += 1)
    await enqueue(`invited-${count}@northline.test`, { bulk: true });
  worker.start();
  await enqueue('ada@northline.test');
  worker.wake();
  await expect.poll(() => received.length).toBe(1);
  expect(received[0]?.recipients).toEqual(['ada@northline.test']);
  letGo();
  await expect.poll(() => received.length).toBe(41);
  await worker.stop();
});
