/** The sources that citations lead to, and whether a citation leads to one. */
import { dirname, join, normalize } from 'node:path/posix';

/** @typedef {import('./find-citations.mjs').Citation} Citation */

/**
 * Names that look like a file of the repository but are not: examples, and files that the build or a person makes.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const notFiles = {
  'types.ts': 'a name that no file has',
  'constants.ts': 'a name that no file has',
  'server/render.js': 'made by the build',
  'dist/server/render.js': 'made by the build',
  'signing-keys.json': 'made by an operator',
  'ipaddr.js': 'a package',
  'dist/sbom.cdx.json': 'made by a command',
};

/** `x.ts`, `room/x.tsx`. @param {string} name */
const isExample = (name) => /(?:^|\/)x\.[a-z.]+$/.test(name);

/**
 * @typedef {{
 *   files: ReadonlySet<string>,
 *   folders: ReadonlySet<string>,
 *   scripts: ReadonlySet<string>,
 *   spec: ReadonlyMap<string, ReadonlySet<string>>,
 *   requirements: ReadonlyMap<string, ReadonlySet<string>>,
 *   threats: ReadonlySet<string>,
 *   standards: readonly string[],
 *   anchors: (file: string) => ReadonlySet<string>,
 * }} Sources
 */

/** @param {string} text @param {RegExp} pattern */
const firsts = (text, pattern) => [...text.matchAll(pattern)].map(([, first = '']) => first);

/** The anchors that GitHub gives to the headings of a document. @param {string} text */
const anchorsOf = (text) =>
  new Set(
    firsts(text, /^#+ (.*)$/gm).map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

/** The first cells of the rows of every table. @param {string} text */
const firstCells = (text) => firsts(text, /^\| *(.*?) *\|/gm).filter((cell) => !/^-+$/.test(cell));

/**
 * Each numbered section of a document with its entries: bold names, the words before the colon of a list item or a
 * paragraph, and the first column of tables, also by the names in code quotes.
 *
 * @param {string} text
 */
function entriesBySection(text) {
  const sections = text.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => [
      /^\d+/.exec(section)?.[0] ?? '',
      new Set([
        ...firsts(section, /^- \*\*(.+?)\*\*/gm).map((name) => name.replace(/\.$/, '')),
        ...firsts(section, /^(?:- )?([^:*|\n]+):/gm),
        ...firstCells(section).flatMap((cell) => [cell, ...firsts(cell, /`([^`]+)`/g)]),
      ]),
    ]),
  );
}

/**
 * Why a section, or an entry of it, is not in its document.
 *
 * @param {string} name the section's number, and the entry's name if there is one
 * @param {string} document
 * @param {ReadonlyMap<string, ReadonlySet<string>>} sections
 */
function whyNoEntry(name, document, sections) {
  const [, section = '', entry = ''] = /^(\d+) ?(.*)$/.exec(name) ?? [];
  const entries = sections.get(section);
  if (entries === undefined) return `no such section of ${document}`;
  return entry === '' || entries.has(entry)
    ? undefined
    : `no such entry of section ${section} of ${document}`;
}

/**
 * @param {readonly string[]} files every tracked path
 * @param {(file: string) => string} read
 * @returns {Sources}
 */
export function readSources(files, read) {
  const folders = new Set();
  for (const file of files) {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  }
  return {
    files: new Set(files),
    folders,
    scripts: new Set(Object.keys(JSON.parse(read('package.json')).scripts)),
    spec: entriesBySection(read('docs/specification.md')),
    requirements: entriesBySection(read('docs/requirements.md')),
    threats: new Set(firstCells(read('docs/security.md')).filter((cell) => /^[A-G]\d+$/.test(cell))),
    standards: firstCells(read('docs/sources.md')).slice(1),
    anchors: (file) => anchorsOf(read(file)),
  };
}

/**
 * A file is cited by its path from the root, or by the end of its path where the nearest folder above the citing file
 * that holds such a file holds only one.
 *
 * @param {string} name @param {string} from @param {Sources} sources @returns {string | undefined}
 */
function whyNoFile(name, from, { files }) {
  if (name in notFiles || isExample(name)) return undefined;
  if (files.has(name) || files.has(normalize(join(dirname(from), name)))) return undefined;
  const ends = [...files].filter((file) => file.endsWith(`/${name}`));
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const near = ends.filter((file) => folder === '.' || file.startsWith(`${folder}/`));
    if (near.length === 1) return undefined;
    if (near.length > 1) return `could be ${near.slice(0, 3).join(', ')}`;
    if (folder === '.') return 'no such file';
  }
}

/** @param {string} target @param {string} from @param {Sources} sources */
function whyNoLink(target, from, { files, folders, anchors }) {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? from : normalize(join(dirname(from), path)).replace(/\/$/, '');
  if (!files.has(file)) return folders.has(file) ? undefined : 'no such file';
  return anchor === undefined || anchors(file).has(anchor) ? undefined : 'no such heading';
}

/**
 * Why a citation leads nowhere, or undefined if it leads to its source.
 *
 * @param {Citation} citation
 * @param {string} from the file that cites
 * @param {Sources} sources
 * @returns {string | undefined}
 */
export function whyUnresolved({ kind, name }, from, sources) {
  switch (kind) {
    case 'spec':
      return whyNoEntry(name, 'docs/specification.md', sources.spec);
    case 'requirement':
      if (name === '4') return 'name the entry: requirements §4 "Name"';
      return whyNoEntry(name, 'docs/requirements.md', sources.requirements);
    case 'threat':
      return sources.threats.has(name) ? undefined : 'no such row of docs/security.md';
    case 'standard':
      return standardOf(name, sources) === undefined ? 'not in docs/sources.md' : undefined;
    case 'file':
      return whyNoFile(name, from, sources);
    case 'folder': {
      const [root = ''] = name.split('/');
      return !sources.folders.has(root) || sources.folders.has(name) ? undefined : 'no such folder';
    }
    case 'link':
      return whyNoLink(name, from, sources);
    case 'script':
      return sources.scripts.has(name) ? undefined : 'no such script in package.json';
    case 'malformed':
      return 'not a form of CONTRIBUTING.md#citations';
  }
}

/** The standard that the words in front of a section sign end with. @param {string} words @param {Sources} sources */
const standardOf = (words, { standards }) =>
  standards.find((name) => words === name || words.endsWith(` ${name}`));
