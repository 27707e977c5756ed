/**
 * Starts the product as staging, with a movable clock: on an empty PostgreSQL and its own mail server, which stores the
 * emails. Prints `{"mails": "<address>"}` first; there `/mailbox/messages` lists them, as development does.
 *
 * Stops when its standard input ends, so that it cannot outlive the test run that started it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { startMailbox } from '#dev/mailbox/mailbox.ts';
import { startPostgres } from '#dev/postgres/postgres.ts';
import { makeKeySet } from '#security/tokens/keys.ts';

import { productionEnvironment } from '#test/setup/production-environment.ts';
const folder = process.env['DATA_DIR'] ?? '';
const database = await startPostgres({ dataDir: join(folder, 'database'), temporary: true });
const mailbox = await startMailbox();
const mails = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://localhost');
  response.end(JSON.stringify(mailbox.messages(searchParams.get('to') ?? undefined)));
}).listen(0, '127.0.0.1');
await once(mails, 'listening');
process.stdout.write(
  `${JSON.stringify({ mails: `http://127.0.0.1:${(mails.address() as AddressInfo).port}` })}\n`,
);
const keyFile = join(folder, 'keys.json');
writeFileSync(keyFile, JSON.stringify(makeKeySet()), { mode: 0o600 });

const service = spawn(process.execPath, [join(import.meta.dirname, 'start-with-movable-clock.ts')], {
  env: {
    ...productionEnvironment,
    ...process.env,
    ENVIRONMENT: 'staging',
    DATABASE_URL: database.url,
    SMTP_URL: mailbox.smtpUrl,
    SIGNING_KEY_FILE: keyFile,
    TRUSTED_PROXIES: '127.0.0.1',
  },
  // The service ends with its input, which is this process.
  stdio: ['pipe', 'inherit', 'inherit'],
});
const ended = once(service, 'exit');
const stop = (): void => void service.kill('SIGTERM');
process.once('SIGTERM', stop);
process.stdin.once('end', stop).resume();

const [code] = (await ended) as [number | null];
await mailbox.stop();
await database.stop();
process.exit(code ?? 1);
