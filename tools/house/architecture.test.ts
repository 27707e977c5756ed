/** ARCHITECTURE.md is true: its rooms are the folders, its way of a sign-in is a path of imports. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { root } from '#tools/command/root.mjs';
import { resolveImport } from './resolve-import.mjs';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const page = read('ARCHITECTURE.md');
const pathsIn = (text = ''): string[] =>
  [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path = '']) => path);

test('every folder of source is in a room', () => {
  const rooms = [...page.matchAll(/^- \*\*(`[^`]+`)\*\*: ([^]*?)(?=\n\n|\n- )/gm)].map(
    ([, room = '', job = '']) => ({ path: room.replaceAll('`', ''), job }),
  );
  const unnamed = rooms
    .filter(({ path }) => /^(?:contract|session|sign-in|dashboard|service)\/src\/$/.test(path))
    .flatMap(({ path, job }) =>
      readdirSync(join(root, path), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !job.includes(`\`${entry.name}/\``))
        .map((entry) => path + entry.name),
    );
  expect(unnamed).toEqual([]);
  const named = rooms.map(({ path }) => path.split('/')[0]);
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  expect(workspaces.filter((workspace) => !named.includes(workspace))).toEqual([]);
});

test('the way of a password sign-in is one path of imports, over the wire to SQL', () => {
  const [way = ''] = page.split(/^## /m).filter((part) => part.startsWith('The way of a password sign-in'));
  const files = pathsIn(way);
  const edges = files.flatMap((from) =>
    [...read(from).matchAll(/(?:from |import\()'([^']+)'/g)].map(([, specifier = '']) => [
      from,
      resolveImport(from, specifier),
    ]),
  );
  const reached = new Set<string | undefined>(files.slice(0, 1));
  for (const node of reached) {
    for (const [from, to] of edges) {
      if (from === node) reached.add(to);
      if (to === node) reached.add(from);
    }
  }
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !reached.has(file))).toEqual([]);
  expect(way.indexOf('**The wire**')).toBeGreaterThan(0);
  expect(way.indexOf('**SQL**')).toBeGreaterThan(way.indexOf('**The wire**'));
});
