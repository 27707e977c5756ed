/** Tests several processes on one port as operators run them (PROCESSES). */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { freePort } from '#dev/free-port.ts';
import { valueOf } from '#test/drivers/figures-driver.ts';
import { productionEnvironment } from '#test/setup/production-environment.ts';
import { keyFile, logged, type Run, start } from '#test/setup/service-process.ts';
import { testDatabase } from '#test/setup/test-database.ts';

const severalProcesses = async (metricsPort: number, processes = 2): Promise<Record<string, string>> => ({
  ...productionEnvironment,
  ENVIRONMENT: 'staging',
  DATABASE_URL: await testDatabase(),
  SMTP_URL: 'smtp://127.0.0.1:9',
  SIGNING_KEY_FILE: keyFile,
  PROCESSES: String(processes),
  METRICS_PORT: String(metricsPort),
  METRICS_HOST: '127.0.0.1',
});

/** The lines of the log with this message, of all processes. */
const linesOf = (run: Run, message: string) =>
  run
    .out()
    .split('\n')
    .filter((line) => line.includes(`"msg":"${message}"`))
    .map((line) => JSON.parse(line) as { process: number; ended?: { pid: number; how: string } });

async function startReady(processes: number, more: Record<string, string> = {}) {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const env = await severalProcesses(metricsPort, processes);
  const run = start({ ...env, PORT: String(port), HOST: '127.0.0.1', ...more });
  await logged(run, 'ready', processes);
  return { run, base: `http://127.0.0.1:${port}`, metrics: `http://127.0.0.1:${metricsPort}/metrics` };
}

/** Each call has its own connection, so that it reaches another process. */
async function call(base: string): Promise<'answered' | 'failed'> {
  try {
    const answer = await fetch(base + endpoints.issueDeviceToken.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: '{}',
    });
    await answer.text();
    return answer.ok ? 'answered' : 'failed';
  } catch {
    return 'failed';
  }
}
const calls = (base: string, count: number) => Promise.all(Array.from({ length: count }, () => call(base)));
const failuresOf = (outcomes: readonly string[]) => outcomes.filter((one) => one === 'failed').length;

// One start for all three, in this order: each process of a start costs seconds.
describe('three processes', () => {
  let three: Awaited<ReturnType<typeof startReady>>;
  beforeAll(async () => {
    three = await startReady(3);
  });
  afterAll(() => three.run.child.kill('SIGKILL'));

  it('share the port, and their figures are added up on METRICS_PORT alone', async () => {
    const { run, base, metrics } = three;
    const pids = linesOf(run, 'ready').map((line) => line.process);
    expect(new Set(pids).size).toBe(3);
    expect(failuresOf(await calls(base, 90))).toBe(0);
    const counted = async (): Promise<string | undefined> => {
      const text = await (await fetch(metrics)).text();
      return /^http_requests_total\{[^}]*route="issueDeviceToken"[^}]*\} (\d+)$/m.exec(text)?.[1];
    };
    // An answer is counted in the moment after it was sent.
    await expect.poll(counted).toBe('90');
    // What all of them read from the database counts once; what each has is added up.
    const page = await (await fetch(metrics)).text();
    const figures = ['service_processes', 'database_up', 'outbox_waiting'].map((name) => valueOf(page, name));
    expect(figures).toEqual([3, 1, 0]);
    expect((await fetch(`${base}/metrics`)).status).toBe(404);
  });

  it('replace one that is killed, and the others go on answering', async () => {
    const { run, base } = three;
    const victim = linesOf(run, 'ready')[0]?.process ?? 0;
    process.kill(victim, 'SIGKILL');
    await expect.poll(() => linesOf(run, 'a process ended: another takes its place')).toHaveLength(1);
    const meanwhile = failuresOf(await calls(base, 50));
    await expect.poll(() => linesOf(run, 'ready')).toHaveLength(4);
    const afterwards = failuresOf(await calls(base, 50));
    const [ended] = linesOf(run, 'a process ended: another takes its place');
    expect(ended?.ended).toEqual({ pid: victim, how: 'SIGKILL' });
    expect({ meanwhile, afterwards }).toEqual({ meanwhile: 0, afterwards: 0 });
  });

  it('end at SIGTERM under requests: every request is answered, exit 0', async () => {
    const { run, base } = three;
    const pids = linesOf(run, 'ready').map((line) => line.process);
    const outcomes: Promise<'answered' | 'failed'>[] = [];
    let isReady = true;
    for (let tick = 0; isReady; tick += 1) {
      outcomes.push(call(base));
      if (tick === 50) run.child.kill('SIGTERM');
      const ready = await fetch(`${base}/readyz`, { headers: { connection: 'close' } });
      isReady = ready.status !== 503;
    }
    outcomes.push(...Array.from({ length: 20 }, () => call(base)));
    const failed = failuresOf(await Promise.all(outcomes));
    const code = await run.ended();
    const left = pids.filter((pid) => isRunning(pid)).length;
    expect({ failed, left, code }).toEqual({ failed: 0, left: 0, code: 0 });
  });
});

it('processes end with the one that started them, however it ends', async () => {
  const { run } = await startReady(2);
  const pids = linesOf(run, 'ready').map((line) => line.process);
  run.child.kill('SIGKILL');
  await once(run.child, 'exit').catch(() => {});
  await expect.poll(() => pids.filter((pid) => isRunning(pid))).toEqual([]);
});

it('ends with the last process, also where the channel of a process outlives it', async () => {
  // A child of each process holds its end of the channel open, and ends after it.
  const holder = `import { spawn } from 'node:child_process';
    const wait = 'while kill -0 ' + process.pid + ' 2>/dev/null; do sleep 1; done; sleep 5';
    if (process.channel) spawn('sh', ['-c', wait], { stdio: ['ignore', 'ignore', 'ignore', 3], detached: true }).unref();`;
  const { run } = await startReady(2, {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(holder)}`,
  });
  run.child.kill('SIGTERM');
  expect(await run.ended()).toBe(0);
});

it('SIGTERM while the processes still start ends all of them, and is no fault', async () => {
  const env = await severalProcesses(await freePort());
  const run = start({ ...env, PORT: String(await freePort()), HOST: '127.0.0.1' });
  // The first line of a process, some steps before it listens.
  await logged(run, 'the key set has no RSA key with a certificate: single sign-on is not configured');
  run.child.kill('SIGTERM');
  expect(await run.ended()).toBe(0);
});

it('a start that fails in every process ends with 1 and names the reason once', async () => {
  const port = await freePort();
  const env = await severalProcesses(await freePort());
  const url = new URL(env['DATABASE_URL'] ?? '');
  url.port = '9';
  const run = start({ ...env, DATABASE_URL: url.href, PORT: String(port), HOST: '127.0.0.1' });
  expect(await run.ended()).toBe(1);
  expect(run.err().match(/nothing listens there/g)).toHaveLength(1);
});

it('development refuses several processes', async () => {
  const run = start({ PROCESSES: '2' });
  expect(await run.ended()).toBe(1);
  expect(run.err()).toContain('PROCESSES must be 1 in development');
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
