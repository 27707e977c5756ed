/**
 * The program of `npm run try metrics`: the service with two processes, a Prometheus that scrapes it by the sample of
 * deploy/prometheus, and every figure that the dashboard and the alerts name, asked of Prometheus. Argument: a folder.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { freePort } from '#dev/free-port.ts';
import { startPostgres } from '#dev/postgres/postgres.ts';
import { makeKeySet } from '#security/tokens/keys.ts';
import { figuresIn, queriesOf } from '#test/drivers/figures-driver.ts';

import { productionEnvironment } from '#test/setup/production-environment.ts';
const [, , folder = ''] = process.argv;
const deploy = join(import.meta.dirname, '../../../deploy');
const read = (file: string): string => readFileSync(join(deploy, file), 'utf8');
const cleanUps: (() => Promise<unknown>)[] = [];

function startProgram(program: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const exit = once(child, 'exit');
  cleanUps.push(async () => {
    child.kill('SIGTERM');
    await exit;
  });
}

/** Repeats the question until there is an answer; throws after a minute. */
async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 300; tries += 1) {
    const found = await ask().catch(() => undefined);
    if (found !== undefined) return found;
    await wait(200);
  }
  throw new Error(`${what} did not come within a minute`);
}

const isUp = async (address: string): Promise<true | undefined> =>
  (await fetch(address)).status === 200 ? true : undefined;

async function startService(): Promise<{ base: string; metricsPort: number }> {
  const database = await startPostgres({ dataDir: join(folder, 'postgres'), temporary: true });
  cleanUps.push(() => database.stop());
  const [port, metricsPort] = [await freePort(), await freePort()];
  const keyFile = join(folder, 'keys.json');
  writeFileSync(keyFile, JSON.stringify(makeKeySet()), { mode: 0o600 });
  startProgram(process.execPath, [join(import.meta.dirname, '../../src/main.ts')], {
    PATH: process.env['PATH'],
    ...productionEnvironment,
    PUBLIC_URL: 'https://login.kestrel.example',
    DATABASE_URL: database.url,
    SMTP_URL: 'smtp://127.0.0.1:9',
    SIGNING_KEY_FILE: keyFile,
    HOST: '127.0.0.1',
    PORT: String(port),
    PROCESSES: '2',
    METRICS_PORT: String(metricsPort),
    METRICS_HOST: '127.0.0.1',
    // As in a cluster: Prometheus has an address of the proxies' range.
    TRUSTED_PROXIES: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
  });
  const base = `http://127.0.0.1:${port}`;
  await until('the service', () => isUp(`${base}/readyz`));
  return { base, metricsPort };
}

async function startPrometheus(metricsPort: number): Promise<string> {
  const port = await freePort();
  const config = join(folder, 'prometheus');
  mkdirSync(config);
  writeFileSync(join(config, 'alerts.yaml'), read('prometheus/alerts.yaml'));
  // The sample with the address of this machine; and faster, so that nobody waits.
  const sample = read('prometheus/prometheus.yaml')
    .replace(/targets: \[.*\]/, `targets: ['127.0.0.1:${metricsPort}']`)
    .replaceAll('interval: 15s', 'interval: 1s');
  writeFileSync(join(config, 'prometheus.yaml'), sample);
  startProgram(
    'prometheus',
    [
      `--config.file=${join(config, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    process.env,
  );
  const base = `http://127.0.0.1:${port}`;
  await until('Prometheus', () => isUp(`${base}/-/ready`));
  return base;
}

interface Result {
  readonly data: { readonly result: readonly { readonly value: readonly [number, string] }[] };
}

async function tryFigures(): Promise<number> {
  const service = await startService();
  const prometheus = await startPrometheus(service.metricsPort);
  const query = async (text: string): Promise<Result['data']['result']> => {
    const answer = await fetch(`${prometheus}/api/v1/query?query=${encodeURIComponent(text)}`);
    if (!answer.ok) throw new Error(`Prometheus refuses the query ${text}`);
    return ((await answer.json()) as Result).data.result;
  };
  const scraped = async (text: string): Promise<true | undefined> =>
    (await query(text)).length > 0 ? true : undefined;
  await until('the first scrape', () => scraped('up{job="sign-in"} == 1'));

  // One of each, so that counters without an initial zero exist: wrong passwords, until a limit is full.
  const signIn = { email: 'nobody@kestrel.example', password: 'Wrong-Harbour-27!' };
  for (let tries = 0; tries < 7; tries += 1)
    await fetch(service.base + endpoints.signInWithPassword.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(signIn),
    });

  const { alerts, panels } = queriesOf(read('prometheus/alerts.yaml'), read('grafana/sign-in.json'));
  const queries = [...alerts, ...panels];
  const figures = [...new Set(queries.flatMap(figuresIn))];
  let missing = 0;
  for (const figure of figures) {
    const found = await until(figure, () => scraped(figure)).catch(() => undefined);
    const [first] = found ? await query(figure) : [];
    if (found === undefined) missing += 1;
    const told = first === undefined ? 'no value yet' : first.value[1];
    process.stdout.write(`${found ? 'ok   ' : 'WRONG'}  ${figure.padEnd(48)} ${told}\n`);
  }
  for (const text of queries) await query(text);
  process.stdout.write(
    `${figures.length} figures of ${alerts.length} alerts and ${panels.length} panels' queries: ${missing} missing\n`,
  );
  return missing;
}

let missing = 1;
try {
  missing = await tryFigures();
} finally {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
}
process.exit(missing === 0 ? 0 : 1);
