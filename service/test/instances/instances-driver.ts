/** Two processes of the service on one database and one mail server, as operators run them behind a balancer. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

import { freePort } from '#dev/free-port.ts';
import { loadKeys } from '#security/tokens/keys.ts';
import { productionEnvironment } from '#test/setup/production-environment.ts';
import { keyFile, logged, type Run, start } from '#test/setup/service-process.ts';
import { createTestDeps, type TestDeps } from '#test/setup/test-deps.ts';
import { testDatabase } from '#test/setup/test-database.ts';

export interface ReceivedMail {
  readonly id: string;
  readonly to: string;
  readonly text: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
}

export interface Instances {
  /** Reads and writes the database that both use. */
  readonly deps: TestDeps;
  /** Every email that the mail server accepted, from either. */
  readonly mails: readonly ReceivedMail[];
  /** Calls instance 0 or 1 (an even or odd number), as a client with this address. */
  call(
    instance: number,
    path: string,
    parts?: { body?: unknown; client?: string; headers?: Readonly<Record<string, string>>; method?: string },
  ): Promise<Answer>;
  stop(): Promise<void>;
}

export async function startInstances(): Promise<Instances> {
  const mails: ReceivedMail[] = [];
  const mailServer = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(parts)).then((mail) => {
          const [to] = session.envelope.rcptTo;
          mails.push({ id: mail.messageId ?? '', to: to?.address ?? '', text: mail.text ?? '' });
          done();
        }, done);
      });
    },
  });
  mailServer.listen(0, '127.0.0.1');
  await once(mailServer.server, 'listening');
  const { port: smtpPort } = mailServer.server.address() as AddressInfo;

  const url = await testDatabase();
  const deps = await createTestDeps({ url, keys: loadKeys(JSON.parse(readFileSync(keyFile, 'utf8'))) });
  const env = {
    ...productionEnvironment,
    ENVIRONMENT: 'staging',
    DATABASE_URL: url,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    SIGNING_KEY_FILE: keyFile,
    TRUSTED_PROXIES: '127.0.0.1',
  };
  const ports = [await freePort(), await freePort()];
  const runs: Run[] = [];
  for (const port of ports) {
    const run = start({ ...env, PORT: String(port), HOST: '127.0.0.1' });
    runs.push(run);
    await logged(run, 'ready');
  }

  return {
    deps,
    mails,
    async call(instance, path, { body, client = '198.51.100.1', headers = {}, method = 'POST' } = {}) {
      const answer = await fetch(`http://127.0.0.1:${ports[instance % 2]}${path}`, {
        method,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': client, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, text, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    },
    async stop() {
      for (const { child } of runs) child.kill('SIGTERM');
      await Promise.all(runs.map(({ ended }) => ended()));
      await new Promise<void>((resolve) => mailServer.close(() => resolve()));
      await deps.close();
    },
  };
}
