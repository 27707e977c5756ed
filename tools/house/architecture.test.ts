/** ARCHITECTURE.md is true: its rooms are the folders, its way of a sign-in is a path of imports, its answers are paths. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { root } from '#tools/command/root.mjs';

import { importsOf } from './imports.mjs';
import { resolveImport } from './resolve-import.mjs';
import { drawRooms } from './rooms-picture.mjs';

const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

/** The rows of the table in a section, cell by cell. */
function rowsOf(heading: string, text = page): string[][] {
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('| -'))
    .slice(1)
    .map((line) =>
      line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim()),
    );
}
/** The rooms of the page: its list of `- **path**: job`, each entry on one or more lines. */
const roomsOf = (text = page): [room: string, job: string][] =>
  [...text.matchAll(/^- \*\*(`[^`]+`)\*\*: ([^]*?)(?=\n\n|\n- )/gm)].map(([, room = '', job = '']) => [
    room,
    job,
  ]);
const pathsIn = (text = ''): string[] =>
  [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path = '']) => path);

/** Those that are reached from the first one along edges in either direction. */
function connected(nodes: readonly string[], edges: readonly (readonly [string, string])[]): Set<string> {
  const reached = new Set(nodes.slice(0, 1));
  for (const node of reached) {
    for (const [from, to] of edges) {
      if (from === node && nodes.includes(to)) reached.add(to);
      if (to === node && nodes.includes(from)) reached.add(from);
    }
  }
  return reached;
}

test('every room is a folder, and every folder of source is in a room', () => {
  const rooms = roomsOf();
  expect(rooms.length).toBeGreaterThan(10);
  const missing = rooms.flatMap(([room]) => pathsIn(room)).filter((path) => !existsSync(join(root, path)));
  expect(missing).toEqual([]);
  const unnamed = rooms.flatMap(([room, job]) =>
    pathsIn(room)
      .filter((path) => /^(?:contract|session|sign-in|dashboard|service)\/src\/$/.test(path))
      .flatMap((path) =>
        readdirSync(join(root, path), { withFileTypes: true })
          .filter((entry) => entry.isDirectory() && !job.includes(`\`${entry.name}/\``))
          .map((entry) => path + entry.name),
      ),
  );
  expect(unnamed).toEqual([]);
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const named = rooms.map(([room]) => room.replaceAll('`', '').split('/')[0]);
  expect(workspaces.filter((workspace: string) => !named.includes(workspace))).toEqual([]);
});

test('the way of a password sign-in is one path of imports', () => {
  const rows = rowsOf('The way of a password sign-in');
  const files = rows.flatMap((row) => pathsIn(row.join(' ')));
  const edges = files.flatMap((from) =>
    importsOf(from, readFileSync(join(root, from), 'utf8')).flatMap(({ specifier }) => {
      const to = resolveImport(from, specifier);
      return to === undefined ? [] : [[from, to] as const];
    }),
  );
  const reached = connected(files, edges);
  const wire = rows.findIndex((row) => row.join().includes('**The wire**'));
  const sql = rows.findIndex((row) => row.join().includes('**SQL**'));
  expect(files.filter((file) => !reached.has(file))).toEqual([]);
  expect(wire).toBeGreaterThan(0);
  expect(sql).toBeGreaterThan(wire);
});

test('each of the commonest changes is answered by paths that exist', () => {
  const rows = rowsOf('To change X, open Y');
  const answers = rows.map(([change, answer]) => ({ change, paths: pathsIn(answer) }));
  expect(rows.length).toBeGreaterThanOrEqual(20);
  expect(answers.filter(({ paths }) => paths.length === 0)).toEqual([]);
  expect(answers.flatMap(({ paths }) => paths.filter((path) => !existsSync(join(root, path))))).toEqual([]);
});

describe('a page that is not true', () => {
  test('names a file that nothing on the way imports', () => {
    const edges = [['a.ts', 'b.ts']] as const;
    expect([...connected(['a.ts', 'b.ts', 'c.ts'], edges)]).toEqual(['a.ts', 'b.ts']);
    expect([...connected(['b.ts', 'a.ts'], edges)]).toEqual(['b.ts', 'a.ts']);
  });
  test('has rows and paths that are read', () => {
    const text =
      '# Page\n\n- **`a/`**: b,\n  `c/`.\n- **`d/`**: e\n\n## Way\n\n| Step | File |\n| ---- | ---- |\n| `a/b.ts` | c, `d/` and `e` |\n\n## Doors\n';
    expect(roomsOf(text)).toEqual([
      ['`a/`', 'b,\n  `c/`.'],
      ['`d/`', 'e'],
    ]);
    expect(rowsOf('Way', text)).toEqual([['`a/b.ts`', 'c, `d/` and `e`']]);
    expect(pathsIn('`a/b.ts` and `c`, `d/`')).toEqual(['a/b.ts', 'd/']);
    expect(rowsOf('Doors', text)).toEqual([]);
  });
});

test('the picture of the rooms shows the imports as they are', () => {
  const picture = readFileSync(join(root, 'docs/pictures/rooms.svg'), 'utf8');
  expect(picture === drawRooms(), 'docs/pictures/rooms.svg is out of date: run npm run draw rooms').toBe(
    true,
  );
});
