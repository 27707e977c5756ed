/** Every citation in code and documents leads to its source. CONTRIBUTING.md#citations lists the forms. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { root } from '#tools/command/root.mjs';

import { notFiles, readSources, whyUnresolved } from './citation-sources.mjs';
import { commentsOf, findCitations } from './find-citations.mjs';

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const sources = readSources(tracked, read);

/** The specification cites nothing; the files of this check hold wrong citations on purpose. */
const notRead =
  /^docs\/specification\.md$|^tools\/house\/(?:citation-sources|find-citations|citations\.test)\./;
const readable = tracked.filter(
  (file) => /\.(?:tsx?|mjs|js|css|md|jsonc|yml)$/.test(file) && !notRead.test(file),
);

/** Why the citations of a text lead nowhere, with their kinds. */
const problems = (text: string, file = 'service/src/app.ts'): string[] =>
  findCitations(file, text).flatMap((citation) => {
    const why = whyUnresolved(citation, file, sources);
    return why === undefined ? [] : [`${citation.kind}: ${why}`];
  });
const resolved = (text: string, file = 'service/src/app.ts'): number =>
  problems(text, file).length === 0 ? findCitations(file, text).length : 0;

test('every citation in the repository resolves', () => {
  const counts: Record<string, number> = {};
  const unresolved = readable.flatMap((file) =>
    findCitations(file, read(file)).flatMap((citation) => {
      const why = whyUnresolved(citation, file, sources);
      if (why !== undefined) return [`${file}:${citation.line}: ${citation.name}: ${why}`];
      const kind = citation.name.startsWith('docs/decisions/') ? 'record' : citation.kind;
      counts[kind] = (counts[kind] ?? 0) + 1;
      return [];
    }),
  );
  expect(unresolved).toEqual([]);
  for (const kind of [
    'spec',
    'requirement',
    'threat',
    'standard',
    'record',
    'file',
    'folder',
    'link',
    'script',
  ]) {
    expect(counts[kind], kind).toBeGreaterThan(9);
  }
});

test('every standard of the table is cited', () => {
  const texts = readable.filter((file) => file !== 'docs/sources.md').map(read);
  expect(sources.standards.filter((name) => !texts.some((text) => text.includes(name)))).toEqual([]);
});

test('every name that is excused from being a file is one that somebody writes and no file', () => {
  const cited = new Set(readable.flatMap((file) => findCitations(file, read(file)).map(({ name }) => name)));
  expect(Object.keys(notFiles).filter((name) => !cited.has(name) || sources.files.has(name))).toEqual([]);
});

test.each([
  ['a section of the specification', '/** As specified (spec §4). */', 1],
  ['two sections', '/** Where it goes (spec §2, spec §8). */', 2],
  ['an entry of the specification', '/** Shown once (spec §4 "Toast"), logged (spec §8 "HTTP 401"). */', 2],
  ['a requirement and its entry', '/** The cookies (requirements §4 "Cookies"). */', 1],
  ['two entries', '/** The redirect (requirements §4 "redirect" and "Platform"). */', 2],
  ['a setting', '/** The base of every call (requirements §2 "AUTH_URL"). */', 1],
  ['an entry on the next line', '/**\n * Codes (requirements §4\n * "Second step").\n */', 1],
  ['a threat', '/** Counted (threat A6). */', 1],
  ['threats', '// Compared and counted (threats A4, A5 and C1 to C10).', 4],
  ['a threat on the next line', '/**\n * Counted (threat\n * A6).\n */', 1],
  ['a standard', '/** Refused (RFC 9110). */', 1],
  ['a record', '// See docs/decisions/lint-doors.md.', 1],
  ['a file of the same folder', '// The settings are in `config.ts`.', 1],
  ['a folder', '// Everything in service/src/ does.', 1],
])('%s is found', (_, text, count) => {
  expect(resolved(text)).toBe(count);
});

test.each([
  ['a section that does not exist', '/** As specified (spec §12). */', 'spec: no such section'],
  ['a section of nothing', '/** As specified (§4). */', 'standard: not in docs/sources.md'],
  ['a second section without its source', '/** Both (spec §2, §8). */', 'standard: not in docs/sources.md'],
  ['an entry that the specification does not have', '/** (spec §4 "Toaster") */', 'spec: no such entry'],
  ['a requirement that does not exist', '/** (requirements §9) */', 'requirement: no such section'],
  ['a requirement without its entry', '/** (requirements §4) */', 'requirement: name the entry'],
  ['an entry that does not exist', '/** (requirements §4 "Biscuits") */', 'requirement: no such entry'],
  [
    'a second entry that does not exist',
    '/** (requirements §4 "Start" and "End") */',
    'requirement: no such entry',
  ],
  ['a threat that does not exist', '/** Counted (threat A99). */', 'threat: no such row'],
  ['a second threat that does not exist', '/** Counted (threats A6, B99). */', 'threat: no such row'],
  ['a bare threat', '/** Counted (A6). */', 'malformed: not a form'],
  ['a bare threat at a line end', 'const tries = 5; // counted (A6)', 'malformed: not a form'],
  ['a threat by its file', '/** Counted (docs/security.md A6). */', 'malformed: not a form'],
  ['a standard that is not in the table', '/** Brewed (RFC 2324). */', 'standard: not in docs/sources.md'],
  ['another standard', '/** Written (ECMA-404). */', 'standard: not in docs/sources.md'],
  ['a section of another standard', '/** Written (YAML 1.2 §5). */', 'standard: not in docs/sources.md'],
  ['a section in words', '/** Refused (RFC 9110, section 15.5.6). */', 'malformed: not a form'],
  ['a SAML document by another name', '/** Named (saml-core, section 8.3). */', 'malformed: not a form'],
  ['a requirement by another name', "/** (decisions, section 4 'Cookies') */", 'malformed: not a form'],
  ['a record that does not exist', '// See docs/decisions/tabs.md.', 'file: no such file'],
  ['a file that does not exist', '// See `service/src/abacus.ts`.', 'file: no such file'],
  ['a file that could be several', '// See `pages.test.ts`.', 'file: could be'],
  ['a folder that does not exist', '// Everything in service/abacus/ does.', 'folder: no such folder'],
])('%s is a fault', (_, text, problem) => {
  expect(problems(text).join('\n')).toContain(problem);
});

describe('the name of a test', () => {
  const file = 'service/src/app.test.ts';
  test('begins with a threat, or with several', () => {
    expect(resolved("test('A6: five tries', run);", file)).toBe(1);
    expect(resolved("test.each([1])('A6, A7: five tries', run);", file)).toBe(2);
  });
  test('is a fault where the threat does not exist', () => {
    expect(problems("test('A99: five tries', run);", file)).toEqual([
      'threat: no such row of docs/security.md',
    ]);
    expect(problems('console.log(`B99: ${count} tries`);', file)).toHaveLength(1);
  });
  test('may name a key', () => {
    expect(findCitations(file, "test('F6 goes to the toasts', run);")).toEqual([]);
  });
});

describe('a document', () => {
  const file = 'docs/security.md';
  test('links to files, folders and headings', () => {
    const text = '[a](operations.md) [b](decisions/) [c](../CONTRIBUTING.md#citations) [d](#security)';
    expect(problems(text, file)).toEqual([]);
    expect(findCitations(file, text).filter(({ kind }) => kind === 'link')).toHaveLength(4);
  });
  test.each([
    ['a file', '[a](nowhere.md)', 'link: no such file'],
    ['a heading', '[a](../CONTRIBUTING.md#nothing)', 'link: no such heading'],
    ['a script', '`npm run fly`', 'script: no such script'],
  ])('is a fault where it leads to %s that does not exist', (_, text, problem) => {
    expect(problems(text, file)).toContain(problem + (problem.includes('script') ? ' in package.json' : ''));
  });
});

test('code is not read as comments', () => {
  const code = [
    "const key = 'A6';",
    'const b = 1; // counted',
    '/* one',
    ' * two */',
    'run();',
    'f(/** three */ x);',
  ];
  expect(commentsOf(code.join('\n'))).toEqual(['', 'counted', 'one', 'two', '', 'three']);
  expect(problems("const path = 'A6/B7';")).toEqual([]);
});
