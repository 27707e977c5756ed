import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

import { checkPort, checkWritable } from './port-and-folders.mjs';

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'places-'));
  cleanUps.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a port in use is an error that names another port', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  cleanUps.push(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(checkPort(String(port), undefined)).rejects.toThrow(
    `Port ${port} is in use by another program. Stop that one, or choose another port: PORT=`,
  );
});

test('a free port is accepted, and is free afterwards', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  await checkPort(String(port), 'localhost');
  await checkPort(String(port), '127.0.0.1');
});

test.for(['abc', '70000', '-1', '0'])(
  'the value "%s" is left to the service, which names all bad settings',
  (port) => expect(checkPort(port, undefined)).resolves.toBeUndefined(),
);

test('a missing folder is created, and nothing is left in it', () => {
  const folder = join(temporaryFolder(), 'made', 'here');
  checkWritable(folder, 'The data folder', 'Do this.');
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder that cannot be written to is an error that says what to do', () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(() => checkWritable(join(file, 'data'), 'The data folder', 'Set DATA_DIR.')).toThrow(
    `The data folder ${join(file, 'data')} cannot be written to (a file is in the way). Set DATA_DIR.`,
  );
});
