/** The product in a process of its own on a PostgreSQL of its own, with a clock that a run moves. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';

import { freePort } from '#dev/free-port.ts';
import { startPostgres } from '#dev/postgres/postgres.ts';
import { createPasswords } from '#security/passwords/passwords.ts';
import { loadKeys } from '#security/tokens/keys.ts';
import { createStore } from '#store/store.ts';

import type { FuzzedService } from './people.ts';

/** Every request comes through a proxy, which names the client (`x-forwarded-for`). */
const proxies = '127.0.0.0/8,::1/128';
const triesToStart = 2400;

export async function startFuzzedService(): Promise<FuzzedService & { readonly output: () => string }> {
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-'));
  // Started by root, PostgreSQL runs as another user, who needs access to the folder.
  await chmod(folder, 0o711);
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), temporary: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const publicUrl = `http://localhost:${port}`;
  let ahead = 0;
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../clock/start-with-movable-clock.ts')],
    {
      env: {
        PATH: process.env['PATH'],
        PORT: String(port),
        PUBLIC_URL: publicUrl,
        DATA_DIR: folder,
        DATABASE_URL: postgres.url,
        DEVELOPMENT_DATABASE: new URL(postgres.url).pathname.slice(1),
        TRUSTED_PROXIES: proxies,
        LOG_LEVEL: 'warn',
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  let output = '';
  let clock = '';
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (clock === '' && line.startsWith('{"clock"')) clock = (JSON.parse(line) as { clock: string }).clock;
    else output += `${line}\n`;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'exit');

  for (let tries = 0; !(await isReady(url)); tries += 1) {
    if (child.exitCode !== null || tries > triesToStart)
      throw new Error(`The service did not start.\n${output}`);
    await wait(50);
  }
  const keys = loadKeys(await readFile(join(folder, 'signing-keys.json'), 'utf8'));
  const store = createStore({ url: postgres.url, log: pino({ level: 'silent' }) });
  return {
    url,
    publicUrl,
    now: () => Date.now() + ahead,
    store,
    passwords: createPasswords({ keys, today: { memoryCost: 8, timeCost: 1, parallelism: 1 } }),
    output: () => output,
    async advance(by) {
      ahead += by;
      await fetch(clock, { method: 'POST', body: JSON.stringify({ advance: by }) });
    },
    async stop() {
      await store.close();
      child.kill('SIGTERM');
      await ended;
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const isReady = async (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
