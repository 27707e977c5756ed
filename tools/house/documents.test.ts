/** What documents and comments name exists: links, headings, files, npm scripts, threats. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { expect, test } from 'vitest';

import { root } from '#tools/command/root.mjs';

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
/** The first group of every match. */
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, group = '']) => group);

// The specification was written before this repository. This file has examples of what does not exist.
const notRead = new Set(['docs/specification.md', 'tools/house/documents.test.ts']);
const documents = tracked.filter((file) => file.endsWith('.md') && !notRead.has(file));
const sources = tracked.filter((file) => /\.(?:tsx?|mjs|css)$/.test(file) && !notRead.has(file));

/** Names of files that the build or a person makes, and examples. */
const notFiles =
  /(?:^|\/)x\.[a-z.]+$|^(?:dist|server)\/|^(?:types|constants)\.ts$|^signing-keys\.json$|^ipaddr\.js$/;
const name = String.raw`(?<![\w@/.:<>*{-])((?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:tsx?|mjs|js|md|css|jsonc?|ya?ml|svg|png))(?![\w/-])`;
const ends = new Set(
  tracked.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))),
);
/** A script of a release is made of our source. */
const sourceOf = (file: string): string => file.replace(/^(service\/src\/.*)\.js$/, '$1.ts');
/** Names of files, by a path from the root or by its end, that no file has. */
const missingFiles = (text: string): string[] =>
  all(text, new RegExp(name, 'g')).filter(
    (file) => !ends.has(normalize(file)) && !ends.has(sourceOf(file)) && !notFiles.test(file),
  );

const comments = (source: string): string =>
  (source.match(/^\s*\{?\/\*[^]*?\*\/|(?<=^|\s)\/\/ .*$/gm) ?? []).join('\n');

const anchors = (text: string): string[] =>
  all(text, /^#+ (.*)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
const missingLinks = (from: string, text: string): string[] =>
  all(text, /\]\((?!https?:)([^)\s]+)\)/g).filter((link) => {
    const [path = '', anchor] = link.split('#');
    const file = path === '' ? from : normalize(join(dirname(from), path));
    if (!existsSync(join(root, file))) return true;
    return anchor !== undefined && !anchors(read(file)).includes(anchor);
  });

const threats = new Set(all(read('docs/security.md'), /^\| ([A-G]\d+) /gm));
const id = String.raw`[A-G]\d{1,2}\b`;
const tests = tracked.filter((file) => /\.test\.tsx?$/.test(file) && !notRead.has(file));
/** The ids at the beginning of the names of tests, such as `'A6, A9: codes have six digits'`. */
const namedThreats = (text: string): string[] =>
  all(text, new RegExp(`(?<!console\\.log\\(\\s*)['"\`]((?:${id}(?:, )?)+):`, 'g')).flatMap((list) =>
    list.split(', '),
  );
/** Threats of comments (`threats A4, A5`) and of the names of tests (`'A6: five tries'`) that docs/security.md has not. */
const missingThreats = (text: string): string[] =>
  all(
    text,
    new RegExp(
      String.raw`(?:[Tt]hreats? (?=[A-G]\d)|['"\x60](?=[A-G][\dA-G, ]*:))((?:${id}(?:, and |, | and | to )?)+)`,
      'g',
    ),
  )
    .flatMap((list) => list.match(new RegExp(id, 'g')) ?? [])
    .filter((threat) => !threats.has(threat));

test.each(documents)('%s names what exists', (file) => {
  const text = read(file);
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
  expect(missingLinks(file, text)).toEqual([]);
  expect(missingFiles(text)).toEqual([]);
  expect(
    all(text, /`([\w-]+\/(?:[\w.-]+\/)+)`/g).filter((folder) => !existsSync(join(root, folder))),
  ).toEqual([]);
  expect(all(text, /\bnpm run ([\w-]+)/g).filter((script) => !scripts.includes(script))).toEqual([]);
  expect(missingThreats(text)).toEqual([]);
});

test('every threat has a test whose name begins with its id', () => {
  const named = new Set(tests.flatMap((file) => namedThreats(read(file))));
  expect([...threats].filter((threat) => !named.has(threat))).toEqual([]);
});

test('docs/asvs.md and docs/security.md cite threats that exist; the verdicts are counted', () => {
  const text = read('docs/asvs.md');
  const cited = all(text + read('docs/security.md'), new RegExp(`\\b(${id})`, 'g'));
  expect(cited.filter((threat) => !threats.has(threat))).toEqual([]);

  const judged = [...text.matchAll(/^\| [\d.]+ +\| ([12]) +\| (\w+)/gm)];
  const counted = ['1', '2'].map((level) =>
    ['met', 'operator', 'deviation'].map(
      (verdict) => judged.filter(([, ofLevel, said]) => ofLevel === level && said === verdict).length,
    ),
  );
  const table = [...text.matchAll(/^\| Level \d \|(.*)\|$/gm)].map(([, cells = '']) =>
    cells.split('|').map(Number),
  );
  expect(table.map((cells) => cells.slice(0, 3))).toEqual(counted);
  const [, notApplicable = ''] = /^Not applicable([^]*?)^## /m.exec(text) ?? [];
  const left = all(notApplicable, /(\d+\.\d+\.\d+)/g).length;
  expect(table.reduce((sum, cells) => sum + (cells[3] ?? 0), 0)).toBe(left);
  expect(table.reduce((sum, cells) => sum + (cells[4] ?? 0), 0)).toBe(left + judged.length);
});

test('every document is linked from another one', () => {
  const linked = new Set(
    documents.flatMap((file) =>
      all(read(file), /\]\((?!https?:)([^)#\s]+)/g).map((link) => normalize(join(dirname(file), link))),
    ),
  );
  expect(documents.filter((file) => !linked.has(file) && file.includes('/'))).toEqual([]);
});

test('the comments of the sources name files and threats that exist', () => {
  const missing = sources.flatMap((file) => {
    const text = read(file);
    const said = [...missingFiles(comments(text)), ...missingThreats(text)];
    return said.map((each) => `${file}: ${each}`);
  });
  expect(missing).toEqual([]);
});

test('what does not exist is found', () => {
  expect(missingLinks('docs/security.md', '[a](nowhere.md) [b](#security) [c](#nothing)')).toEqual([
    'nowhere.md',
    '#nothing',
  ]);
  expect(missingFiles(comments('f(); // see `abacus.ts`, service/src/app.ts'))).toEqual(['abacus.ts']);
  expect(missingThreats("// threats A6, B99\ntest('A98: five tries', run);")).toEqual(['B99', 'A98']);
});
