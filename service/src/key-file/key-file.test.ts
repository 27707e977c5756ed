/** The key file is whole at each moment, stays private, and says in a sentence what is wrong with it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

import { loadKeys, makeKeySet } from '#security/tokens/keys.ts';
import { testDatabase } from '#test/setup/test-database.ts';

import { runKeysCommand } from './command.ts';
import { changeKeyFile, createKeyFile } from './key-file.ts';

const now = Date.UTC(2026, 10, 21);
const folder = await mkdtemp(join(tmpdir(), 'key-file-'));
afterAll(() => rm(folder, { recursive: true }));
const run = (args: readonly string[], env: Record<string, string> = {}) => runKeysCommand(args, env, now);

test('a process that is killed while it writes leaves the old file or the new one, whole', async () => {
  const file = join(folder, 'killed.json');
  await run([file]);
  // Long members, so that a write takes long enough to be interrupted.
  const sets = ['a', 'b'].map((name) =>
    makeKeySet().keys.map((key) => ({ ...key, pad: name.repeat(1_000_000) })),
  );
  await writeFile(join(folder, 'sets.json'), JSON.stringify(sets));
  const program = `
    import { readFile } from 'node:fs/promises';
    const { changeKeyFile } = await import(${JSON.stringify(new URL('key-file.ts', import.meta.url).href)});
    const sets = JSON.parse(await readFile(${JSON.stringify(join(folder, 'sets.json'))}, 'utf8'));
    for (let turn = 0; ; turn += 1) {
      await changeKeyFile(${JSON.stringify(file)}, async () => ({ keys: sets[turn % 2] }));
      process.stdout.write('.');
    }`;
  let interrupted = 0;
  for (let round = 0; round < 6; round += 1) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for (let writes = 0; writes <= round; writes += 1) await once(child.stdout, 'data');
    // Into the next write: the new file is there before it, and empty.
    while (!(await stat(`${file}.new`).catch(() => undefined))?.size);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const text = await readFile(file, 'utf8');
    expect(() => loadKeys(text)).not.toThrow();
    if ((await readdir(folder)).includes('killed.json.new')) {
      interrupted += 1;
      const told = await run([file, 'add', 'signing']);
      expect(told.lines.join()).toContain(`Delete ${file}.new if no other command runs`);
      expect(await readFile(file, 'utf8')).toBe(text);
      await rm(`${file}.new`);
    }
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  }
  expect(interrupted).toBeGreaterThan(0);
});

test('of two changes at once the second is refused, and one that fails leaves no file behind', async () => {
  const file = join(folder, 'held.json');
  await run([file]);
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const first = changeKeyFile(file, async () => {
    begin();
    await held;
    throw new Error('refused');
  });
  await begun;
  expect(await run([file, 'add', 'signing'])).toEqual({
    code: 1,
    lines: [expect.stringContaining('another command is changing the keys')],
  });
  letGo();
  await expect(first).rejects.toThrow('refused');
  expect(await run([file, 'add', 'signing'])).toMatchObject({ code: 0 });
  // As on a full disk: nothing of a key set can be written.
  const half = join(folder, 'half.json');
  await expect(createKeyFile(half, [{ size: 1n }])).rejects.toThrow('BigInt');
  expect((await readdir(folder)).filter((name) => /^(held|half)/.test(name))).toEqual(['held.json']);
});

test('mode and link stay as they are, and no secret is printed', async () => {
  const file = join(folder, 'kept.json');
  const link = join(folder, 'link.json');
  await run([file]);
  await chmod(file, 0o640);
  await symlink(file, link);
  const printed: string[] = [];
  for (const args of [['add', 'signing'], ['add', 'pepper'], ['add', 'secret'], ['add', 'saml'], ['list']]) {
    const { code, lines } = await run([link, ...args]);
    expect([args, code, lines.length > 0]).toEqual([args, 0, true]);
    printed.push(...lines);
  }
  expect((await stat(file)).mode & 0o777).toBe(0o640);
  const { keys } = JSON.parse(await readFile(file, 'utf8')) as { keys: Record<string, unknown>[] };
  const secrets = keys.flatMap((key) => ['d', 'k', 'p', 'q', 'dp', 'dq', 'qi'].map((name) => key[name]));
  const found = secrets.filter((one) => typeof one === 'string' && printed.join('\n').includes(one));
  expect([keys.length, found]).toEqual([7, []]);
});

test('an older file, which derived its secrets from the pepper, derives the same ones with another pepper', async () => {
  const file = join(folder, 'older.json');
  const older = { keys: makeKeySet().keys.slice(0, 2) };
  await writeFile(file, JSON.stringify(older), { mode: 0o600 });
  for (const step of ['add', 'switch']) await run([file, step, 'pepper', '--now']);
  const after = loadKeys(await readFile(file, 'utf8'));
  expect(after.pepper?.id).toBe('pepper-2');
  expect(after.secret('x')).toEqual(loadKeys(older).secret('x'));
  const bare = join(folder, 'bare.json');
  await writeFile(bare, JSON.stringify({ keys: older.keys.slice(0, 1) }), { mode: 0o600 });
  for (const step of ['add', 'switch']) await run([bare, step, 'signing', '--now']);
  const first = loadKeys({ keys: older.keys.slice(0, 1) });
  expect(loadKeys(await readFile(bare, 'utf8')).secret('x')).toEqual(first.secret('x'));
  // When the old key was replaced is not known: it counts from the first question.
  await writeFile(bare, JSON.stringify({ keys: [makeKeySet().keys[0], older.keys[0]] }));
  expect(await run([bare, 'retire', 'signing'])).toMatchObject({
    code: 1,
    lines: [expect.stringContaining('stays until 2026-11-21T01:16:00.000Z: tokens that it signed')],
  });
  expect(await readFile(bare, 'utf8')).toContain('"usedUntil": "2026-11-21T00:00:00.000Z"');
});

test('what cannot be done is said in a sentence, and the file stays as it is', async () => {
  const file = join(folder, 'plain.json');
  await run([file]);
  const text = await readFile(file, 'utf8');
  const broken = join(folder, 'broken.json');
  await writeFile(broken, 'x{');
  const unreachable = { DATABASE_URL: 'postgresql://app:secret-word@127.0.0.1:9/app' };
  const empty = { DATABASE_URL: await testDatabase() };
  const cases: [readonly string[], Record<string, string>, RegExp][] = [
    [[], {}, /^npm run operate keys -- FILE +makes a key file/],
    [[file, 'rotate'], {}, /^npm run operate keys/],
    [[file, 'add', 'cookie'], {}, /^npm run operate keys/],
    [['--rotate', file], {}, /^npm run operate keys/],
    [[file], {}, /plain\.json is there already and is not overwritten/],
    [[join(folder, 'none.json'), 'list'], {}, /none\.json cannot be read \(ENOENT\)/],
    [[broken, 'add', 'signing'], {}, /broken\.json is left as it is: The key set is not JSON\./],
    [[file, 'switch', 'pepper'], {}, /There is no next pepper key to switch to\. Add one first\./],
    [[file, 'retire', 'secret'], {}, /There is no old secret key: nothing can be removed\./],
    [
      [file, 'retire', 'pepper'],
      unreachable,
      /cannot be read \(ECONNREFUSED\)\. The file is left as it is\./,
    ],
    [[file, 'retire', 'pepper'], empty, /There is no old pepper key/],
  ];
  for (const [args, env, says] of cases) {
    const { code, lines } = await run(args, env);
    expect([args, code]).toEqual([args, 1]);
    expect(lines.join('\n')).toMatch(says);
    expect(lines.join('\n')).not.toContain('secret-word');
  }
  expect(await readFile(file, 'utf8')).toBe(text);
});
