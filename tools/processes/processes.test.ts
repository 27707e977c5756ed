import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import { endAll, run } from './processes.mjs';

const node = process.execPath;

test('a program runs to its end, with its code and its words', async () => {
  const ended = await run(node, ['-e', 'console.log("out"); console.error("err"); process.exit(3)'], {
    collect: true,
  });
  expect(ended).toMatchObject({ code: 3, signal: null });
  expect(ended.output).toContain('out');
  expect(ended.output).toContain('err');
});

test('a program that is missing is an error', async () => {
  await expect(run('/no/such/program', [])).rejects.toThrow('ENOENT');
});

test('a running program is ended by endAll', async () => {
  const ended = run(node, ['-e', 'setInterval(() => {}, 1000)'], { collect: true });
  await endAll('SIGTERM');
  expect(await ended).toMatchObject({ code: null, signal: 'SIGTERM' });
});

test('a process that a program leaves behind in its group is killed', async () => {
  const leavesOneBehind = `
    const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    child.once('spawn', () => { console.log(child.pid); process.exit(0); });`;
  const { output } = await run(node, ['-e', leavesOneBehind], { collect: true });
  await expect.poll(() => isRunning(Number(output))).toBe(false);
});

test('a descendant in another process group is ended by endAll', async () => {
  const starts = `
    const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached: true });
    child.once('spawn', () => require('node:fs').writeFileSync(process.argv[1], String(child.pid)));
    setInterval(() => {}, 1000);`;
  const file = join(mkdtempSync(join(tmpdir(), 'processes-')), 'pid');
  const ended = run(node, ['-e', starts, file], { collect: true });
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toMatch(/\d/);
  const pid = Number(readFileSync(file, 'utf8'));
  expect(isRunning(pid)).toBe(true);
  await endAll('SIGINT');
  await ended;
  await expect.poll(() => isRunning(pid)).toBe(false);
  rmSync(dirname(file), { recursive: true });
});

test('a program with end-with-parent ends in order when its parent is killed', async () => {
  const starts = `
    import { spawn } from 'node:child_process';
    const endWithParent = ${JSON.stringify(new URL('end-with-parent.mjs', import.meta.url).href)};
    const code = 'process.on("SIGTERM", () => process.exit(0)); setInterval(() => {}, 1000); process.send("up")';
    const child = spawn(process.execPath, ['--import', endWithParent, '-e', code], { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    child.once('message', () => { console.log(child.pid); process.kill(process.pid, 'SIGKILL'); });`;
  const { output, signal } = await run(node, ['--input-type=module', '-e', starts], { collect: true });
  expect(signal).toBe('SIGKILL');
  await expect.poll(() => isRunning(Number(output))).toBe(false);
});

test('keys are made once, changed step by step, and never overwritten', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  const file = join(folder, 'keys.json');
  const tool = fileURLToPath(new URL('../group.mjs', import.meta.url));
  const keys = (...args: string[]) => run(node, [tool, 'operate', 'keys', ...args], { collect: true });
  const kids = () =>
    (JSON.parse(readFileSync(file, 'utf8')) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);

  expect(await keys(file)).toMatchObject({ code: 0 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const first = kids();
  const again = await keys(file);
  expect(again.code).toBe(1);
  expect(again.output).toContain('is there already and is not overwritten');
  expect(kids()).toEqual(first);

  expect(await keys(file, 'add', 'signing')).toMatchObject({ code: 0 });
  expect(kids().slice(0, -1)).toEqual(first);
  expect(await keys(file, 'switch', 'signing')).toMatchObject({ code: 1 });
  expect(await keys(file, 'switch', 'signing', '--now')).toMatchObject({ code: 0 });
  expect(kids().slice(1)).toEqual(first);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  rmSync(folder, { recursive: true });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
