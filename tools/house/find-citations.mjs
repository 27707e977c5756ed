/** Finds the citations of a file: sections, requirements, threats, standards, files, folders, links and npm scripts. */

/**
 * @typedef {'spec' | 'requirement' | 'threat' | 'standard' | 'file' | 'folder' | 'link' | 'script' | 'malformed'} Kind
 * @typedef {{ kind: Kind, name: string, line: number }} Citation `name` is what is cited, in a form that can be resolved
 */

/** F6 is a key, with which one goes to the toasts. */
const id = String.raw`(?!F6\b)[A-F]\d{1,2}`;
const ids = String.raw`${id}(?:(?:, and |, | and | to )${id})*`;
const quoted = String.raw`"[^"]+"`;

/** Forms that the project does not use, each with the form that it uses. @type {[RegExp, string][]} */
const malformed = [
  [/\bdecisions?,? sections? \d/g, 'requirements §4 "Name"'],
  [
    /\b(?:saml-(?:core|bindings|profiles)|SAML 2\.0 (?:Core|Bindings|Profiles)),? section/gi,
    'SAML Core §8.3',
  ],
  [/\bRFC \d+, sections? /g, 'RFC 9110 §15.5.6'],
  [/docs\/security\.md`? [A-F]\d/g, 'threat A6'],
];

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
  const isProse = file.endsWith('.md');
  const all = flatten(text.split('\n').map((line) => (isProse ? line.trim() : withoutMarks(line))));
  const prose = isProse ? all : flatten(commentsOf(text));
  /** @type {Citation[]} */
  const found = [];
  /** @param {typeof all} where @param {RegExp} pattern @param {(match: RegExpMatchArray) => [Kind, string][]} read */
  const collect = (where, pattern, read) => {
    for (const match of where.text.matchAll(pattern)) {
      for (const [kind, name] of read(match)) found.push({ kind, name, line: where.lineAt(match.index) });
    }
  };

  for (const [pattern, form] of malformed) {
    collect(all, pattern, ([words]) => [['malformed', `"${words}": write ${form}`]]);
  }
  collect(all, /(?<![\w"«])((?:[\w.-]+ ){0,4})§(\d[\d.]*\d|\d)?/g, ([whole, before = '', section]) =>
    sectionOf(whole.trim(), before.trim(), section),
  );
  const named = new RegExp(String.raw`requirements §(\d)((?:(?:,| and)? ${quoted})*)`, 'g');
  collect(all, named, ([, section, names = '']) => {
    const entries = [...names.matchAll(/"([^"]+)"/g)].map(([, entry]) => entry);
    return entries.length === 0
      ? [['requirement', `${section}`]]
      : entries.map((entry) => ['requirement', `${section} ${entry}`]);
  });
  collect(
    all,
    /\b(RFC \d+|NIST SP [\d-]+[A-Z](?:-\d)?|ISO \d+|ECMA-\d+|FIPS \d+|WCAG|ASVS)\b/g,
    ([, name = '']) => [['standard', name]],
  );
  collect(all, new RegExp(String.raw`\b[Tt]hreats? (${ids})\b`, 'g'), ([, list = '']) => threatsOf(list));
  if (/\.test\.tsx?$/.test(file)) {
    collect(all, new RegExp(String.raw`['"\x60](${ids})(?=: | |'\))`, 'g'), ([, list = '']) =>
      threatsOf(list),
    );
  }
  if (!isProse) {
    collect(
      prose,
      new RegExp(String.raw`(?<![\w%#./'"\x60-])(?<![Tt]hreats? [^;:.()]*)${id}(?![\w'"\x60-])`, 'g'),
      ([name]) => [['malformed', `"${name}": write threat ${name}`]],
    );
  }
  collect(
    prose,
    /(?<![\w@/.:<>*{-])((?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:tsx?|mjs|js|md|css|jsonc?|yml|svg|png))(?![\w/-])/g,
    ([, name = '']) => [['file', name]],
  );
  collect(prose, /(?<![\w@/.:#<>*{-])([a-z][\w-]*(?:\/[\w-]+)+)\/?(?![\w./*<{-])/g, ([, name = '']) => [
    ['folder', name],
  ]);
  if (isProse) {
    collect(all, /\]\((?!https?:)([^)\s]+)\)/g, ([, target = '']) => [['link', target]]);
    collect(all, /\bnpm run ([\w-]+)/g, ([, name = '']) => [['script', name]]);
  }
  return found;
}

/** @param {string} list @returns {[Kind, string][]} */
const threatsOf = (list) => [...list.matchAll(new RegExp(id, 'g'))].map(([name]) => ['threat', name]);

/** @param {string} whole @param {string} before the words in front of the sign @param {string | undefined} section @returns {[Kind, string][]} */
function sectionOf(whole, before, section) {
  if (section === undefined) return [['malformed', `"${whole}": a section has a number`]];
  if (/(?:^|\s)spec$/.test(before)) return [['spec', section]];
  // Found with its entries by a pattern of its own, standards with and without section.
  if (/(?:^|\s)(?:requirements|RFC \d+)$/.test(before)) return [];
  return [['standard', before]];
}
