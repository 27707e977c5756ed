/** Finds the citations of a file: sections, requirements, threats, standards, files, folders, links and npm scripts. */

/**
 * @typedef {'spec' | 'requirement' | 'threat' | 'standard' | 'file' | 'folder' | 'link' | 'script' | 'malformed'} Kind
 * @typedef {{ kind: Kind, name: string, line: number }} Citation `name` is what is cited, in a form that can be resolved
 */

/** F6 is a key, with which one goes to the toasts. */
const id = String.raw`(?!F6\b)[A-G]\d{1,2}`;
const ids = String.raw`${id}(?:(?:, and |, | and | to )${id})*`;
const quoted = String.raw`"[^"]+"`;

/** @param {string} list @returns {[Kind, string][]} */
const threatsOf = (list) => [...list.matchAll(new RegExp(id, 'g'))].map(([name]) => ['threat', name]);

/** @param {string} words @param {string} form @returns {[Kind, string][]} */
const insteadOf = (words, form) => [['malformed', `"${words}": write ${form}`]];

/**
 * The patterns: whether each is searched everywhere or only in prose (comments and documents), in every file or in
 * some, and what a match cites.
 *
 * @type {{
 *   pattern: RegExp,
 *   read: (...groups: string[]) => [Kind, string][],
 *   prose?: true,
 *   files?: (file: string) => boolean,
 * }[]}
 */
const forms = [
  {
    pattern: /\bdecisions?,? sections? \d/g,
    read: (words) => insteadOf(words, 'requirements §4 "Name"'),
  },
  {
    pattern: /\b(?:saml-(?:core|bindings|profiles)|SAML 2\.0 (?:Core|Bindings|Profiles)),? section/gi,
    read: (words) => insteadOf(words, 'SAML Core §8.3'),
  },
  { pattern: /\bRFC \d+, sections? /g, read: (words) => insteadOf(words, 'RFC 9110 §15.5.6') },
  { pattern: /docs\/security\.md`? [A-G]\d/g, read: (words) => insteadOf(words, 'threat A6') },
  {
    pattern: new RegExp(String.raw`(?<![\w%#./'"\x60-])(?<![Tt]hreats? [^;:.()]*)${id}(?![\w'"\x60-])`, 'g'),
    prose: true,
    files: (file) => !file.endsWith('.md'),
    read: (name) => insteadOf(name, `threat ${name}`),
  },
  {
    pattern: /(?<![\w"])((?:[\w.-]+ ){0,4})§(\d[\d.]*\d|\d)?/g,
    read: (whole, before, section) => sectionOf(whole.trim(), before?.trim() ?? '', section),
  },
  {
    pattern: new RegExp(String.raw`\b(spec|requirements) §(\d+)( ${quoted}(?:(?:,| and) ${quoted})*)?`, 'g'),
    read: (_, source, section, names = '') => {
      const entries = [...names.matchAll(/"([^"]+)"/g)].map(([, entry]) => ` ${entry}`);
      const kind = source === 'spec' ? 'spec' : 'requirement';
      return (entries.length === 0 ? [''] : entries).map((entry) => [kind, `${section}${entry}`]);
    },
  },
  {
    pattern: /\b(?:RFC \d+|NIST SP [\d-]+[A-Z](?:-\d)?|ISO \d+|ECMA-\d+|FIPS \d+|WCAG|ASVS)\b/g,
    read: (name) => [['standard', name]],
  },
  { pattern: new RegExp(String.raw`\b[Tt]hreats? ${ids}\b`, 'g'), read: threatsOf },
  {
    // The name of a test, or a count that it prints.
    pattern: new RegExp(String.raw`['"\x60]${ids}(?=: | |'\))`, 'g'),
    files: (file) => /\.test\.tsx?$/.test(file),
    read: threatsOf,
  },
  {
    pattern:
      /(?<![\w@/.:<>*{-])(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:tsx?|mjs|js|md|css|jsonc?|yml|svg|png)(?![\w/-])/g,
    prose: true,
    read: (name) => [['file', name]],
  },
  {
    pattern: /(?<![\w@/.:#<>*{-])([a-z][\w-]*(?:\/[\w-]+)+)\/?(?![\w./*<{-])/g,
    prose: true,
    read: (_, name = '') => [['folder', name]],
  },
  {
    pattern: /\]\((?!https?:)([^)\s]+)\)/g,
    files: (file) => file.endsWith('.md'),
    read: (_, target = '') => [['link', target]],
  },
  {
    pattern: /\bnpm run ([\w-]+)/g,
    files: (file) => file.endsWith('.md'),
    read: (_, name = '') => [['script', name]],
  },
];

/**
 * @param {string} whole
 * @param {string} before the words in front of the sign
 * @param {string | undefined} section
 * @returns {[Kind, string][]}
 */
function sectionOf(whole, before, section) {
  if (section === undefined) return [['malformed', `"${whole}": a section has a number`]];
  // Other forms find these: sections with their entries, and RFCs with and without section.
  if (/(?:^|\s)(?:spec|requirements|RFC \d+)$/.test(before)) return [];
  return [['standard', before]];
}

/**
 * The text of a file as one line, so that a citation that is wrapped is found, with the way back to line numbers.
 *
 * @param {readonly string[]} lines
 */
function flatten(lines) {
  /** @type {number[]} */
  const starts = [];
  let length = 0;
  for (const line of lines) {
    starts.push(length);
    length += line.length + 1;
  }
  return {
    text: lines.join(' '),
    lineAt: (/** @type {number} */ offset) => starts.findLastIndex((start) => start <= offset) + 1,
  };
}

/** @param {string} line */
const withoutMarks = (line) =>
  line.replace(/^\s*(?:\{?\/\*\*?|\*\/|\*|\/\/|--)?\s?/, '').replace(/\s*\*\/\}?\s*$/, '');

/** The comments of a source file, line by line; '' where a line has none. @param {string} source */
export function commentsOf(source) {
  let inBlock = false;
  return source.split('\n').map((line) => {
    const opens = /^\s*\{?\/\*/.test(line);
    if (inBlock || opens) {
      inBlock = !line.includes('*/');
      return withoutMarks(line);
    }
    if (/^\s*(?:\/\/|-- )/.test(line)) return withoutMarks(line);
    return / \/\/ (.*)$/.exec(line)?.[1] ?? /\/\*\*? (.*?) \*\//.exec(line)?.[1] ?? '';
  });
}

/** @param {string} file @param {string} text @returns {Citation[]} */
export function findCitations(file, text) {
  const isDocument = file.endsWith('.md');
  const all = flatten(text.split('\n').map((line) => (isDocument ? line.trim() : withoutMarks(line))));
  const prose = isDocument ? all : flatten(commentsOf(text));
  return forms
    .filter(({ files }) => files === undefined || files(file))
    .flatMap(({ pattern, read, prose: inProse }) => {
      const where = inProse ? prose : all;
      return [...where.text.matchAll(pattern)].flatMap((match) =>
        read(...match).map(([kind, name]) => ({ kind, name, line: where.lineAt(match.index) })),
      );
    });
}
