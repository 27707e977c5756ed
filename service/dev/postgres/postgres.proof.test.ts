import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { startPostgres } from './postgres.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'postgres test '));
  // Started by root, PostgreSQL runs as another user, who needs access.
  await chmod(dataDir, 0o711);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** The first column of the first row. */
async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
  await client.end();
  return rows[0]?.[0];
}

test('data is still there after a stop and a start', async () => {
  const first = await startPostgres({ dataDir });
  await ask(first.url, 'create table kept as select 7 as number');
  await first.stop();
  const second = await startPostgres({ dataDir });
  expect(await ask(second.url, 'select number from kept')).toBe(7);
  await second.stop();
});

test('a killed server is restarted on the same address', async () => {
  const server = await startPostgres({ dataDir });
  const before = server.pid() ?? 0;
  process.kill(before, 'SIGKILL');
  await vi.waitFor(async () => expect(await ask(server.url, 'select 1')).toBe(1), { timeout: 60_000 });
  expect(server.pid()).not.toBe(before);
  await server.stop();
});

test('a directory that a running process has locked is refused, with its process id', async () => {
  const server = await startPostgres({ dataDir });
  const ownerFile = join(dataDir, 'postgres-owner.json');
  const owner = spawn('sleep', ['60']);
  await once(owner, 'spawn');
  // Field 22 of the process's status is its start time (proc(5)).
  const status = await readFile(`/proc/${owner.pid}/stat`, 'utf8').catch(() => '');
  const started = status.split(') ').at(-1)?.split(' ')[19] ?? '';
  await writeFile(ownerFile, JSON.stringify({ pid: owner.pid, started }));
  await expect(startPostgres({ dataDir })).rejects.toThrow(
    new RegExp(`is in use by process ${owner.pid}\\. Stop that one first`),
  );
  owner.kill();
  await once(owner, 'exit');
  await server.stop();
});

test('the next service ends the server of a killed one', async () => {
  const script = `import { startPostgres } from '#dev/postgres/postgres.ts';
    const server = await startPostgres({ dataDir: process.env.FOLDER });
    console.log(server.pid());`;
  const service = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, FOLDER: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = (await once(service.stdout, 'data')) as [Buffer];
  const orphan = Number(printed.toString());
  service.kill('SIGKILL');
  await once(service, 'exit');
  expect(() => process.kill(orphan, 0)).not.toThrow();

  const next = await startPostgres({ dataDir });
  expect(() => process.kill(orphan, 0)).toThrow('ESRCH');
  expect(await ask(next.url, 'select 1')).toBe(1);
  await next.stop();
});
