/** Two processes of the service on one database and one mail server, as operators run them behind a balancer. */
import { readFileSync } from 'node:fs';

import { freePort } from '#dev/free-port.ts';
import { type Mailbox, startMailbox } from '#dev/mailbox/mailbox.ts';
import { loadKeys } from '#security/tokens/keys.ts';
import { productionEnvironment } from '#test/setup/production-environment.ts';
import { keyFile, logged, type Run, start } from '#test/setup/service-process.ts';
import { createTestDeps, type TestDeps } from '#test/setup/test-deps.ts';
import { testDatabase } from '#test/setup/test-database.ts';

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
}

export interface Instances {
  /** Reads and writes the database that both use. */
  readonly deps: TestDeps;
  /** Has the emails of both. */
  readonly mailbox: Mailbox;
  /** Calls instance 0 or 1 (an even or odd number), as a client with this address. */
  call(
    instance: number,
    path: string,
    parts?: { body?: unknown; client?: string; headers?: Readonly<Record<string, string>>; method?: string },
  ): Promise<Answer>;
  stop(): Promise<void>;
}

export async function startInstances(): Promise<Instances> {
  const mailbox = await startMailbox();
  const url = await testDatabase();
  const deps = await createTestDeps({ url, keys: loadKeys(JSON.parse(readFileSync(keyFile, 'utf8'))) });
  const env = {
    ...productionEnvironment,
    ENVIRONMENT: 'staging',
    DATABASE_URL: url,
    SMTP_URL: mailbox.smtpUrl,
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
    mailbox,
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
      await mailbox.stop();
      await deps.close();
    },
  };
}
