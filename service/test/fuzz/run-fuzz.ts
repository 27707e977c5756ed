/**
 * The program of `npm run try fuzz` (`tools/trials/fuzz.mjs`): every call of the OpenAPI document on a service that it starts,
 * every page, form and report, then the readers of foreign input. Prints a table of each; the exit code is 1 if anything failed.
 */
import { parseArgs } from 'node:util';
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

import { callTable, fuzzCalls } from './calls/run-calls.ts';
import { fuzzPages } from './pages/run-pages.ts';
import { saveFindings } from './readers/findings.ts';
import { fuzzReaders, readerTable } from './readers/run-readers.ts';
import { targetNames } from './readers/targets.ts';
import type { FuzzedService } from './calls/people.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    /** For all readers together. */
    seconds: { type: 'string', default: '300' },
    /** To each call. */
    requests: { type: 'string', default: '100' },
    /** `calls` or `readers`. */
    only: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
console.log(
  `Seed ${seed}: npm run try fuzz -- --seed=${seed} makes the same requests and begins with the same inputs.\n`,
);
let failures = 0;
if (values.only !== 'readers') failures += await runCalls();
if (values.only !== 'calls') failures += await runReaders();
console.log(failures === 0 ? '\nNothing was found.' : `\n${failures} findings.`);
process.exitCode = failures === 0 ? 0 : 1;

async function runCalls(): Promise<number> {
  const service = await startFuzzedService();
  try {
    const { rows, renewed } = await fuzzCalls(service, {
      seed,
      requests: Number(values.requests),
      onRow: ({ name }) => process.stderr.write(`${name}\n`),
    });
    const { count } = await service.store.durable
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    console.log(callTable(rows).join('\n'));
    const pages = await fuzzPages(service, {
      seed,
      requests: Number(values.requests),
      onRow: ({ name }) => process.stderr.write(`${name}\n`),
    });
    console.log(['', ...callTable(pages, 'page')].join('\n'));
    console.log(
      `\nSessions that were opened again after a call had ended one, or the clock had moved on: ${renewed}.` +
        ` Mails that went to the run's own mailbox: ${count}.\n`,
    );
    return [...rows, ...pages].filter(({ failure }) => failure !== undefined).length;
  } catch (error) {
    process.stderr.write(service.output().slice(-5000));
    throw error;
  } finally {
    await service.stop();
  }
}

async function runReaders(): Promise<number> {
  const rows = await fuzzReaders({
    seed,
    seconds: Number(values.seconds) / targetNames.length,
    onRow: ({ name }) => process.stderr.write(`${name}\n`),
  });
  console.log(readerTable(rows).join('\n'));
  const findings = saveFindings(rows);
  for (const finding of findings) console.log(`\n${finding}`);
  return findings.length;
}

/** Every request comes through a proxy, which names the client (`x-forwarded-for`). */
const proxies = '127.0.0.0/8,::1/128';
const triesToStart = 2400;

async function startFuzzedService(): Promise<FuzzedService & { readonly output: () => string }> {
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
