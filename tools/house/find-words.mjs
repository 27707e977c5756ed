/** Finds names and phrases that the vocabulary of CONTRIBUTING.md refuses. */
import { commentsOf } from './find-citations.mjs';

/**
 * The words of a name: `isNobody`, `is_nobody` and `is-nobody` are `is nobody`.
 *
 * @param {string} name
 * @returns {string[]}
 */
const wordsOf = (name) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');

/** Comments and texts first, so that an identifier is what is left. A template's text is a text too. */
const token =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|([A-Za-z_$][\w$]*)/g;

/**
 * The identifiers of a source, with their lines.
 *
 * @param {string} source
 * @returns {{ name: string, line: number }[]}
 */
export function identifiersOf(source) {
  const found = [];
  let line = 1;
  let read = 0;
  for (const match of source.matchAll(token)) {
    line += source.slice(read, match.index).split('\n').length - 1;
    read = match.index;
    if (match[1] !== undefined) found.push({ name: match[1], line });
  }
  return found;
}

/**
 * Whether the words of a name hold the words of another, one after the other.
 *
 * @param {string} name
 * @param {string} refused
 */
export const holds = (name, refused) =>
  ` ${wordsOf(name).join(' ')} `.includes(` ${wordsOf(refused).join(' ')} `);

const testName = /\b(?:test|it|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*('|"|`)((?:(?!\1)[^\n\\]|\\.)*)\1/g;

/**
 * The sentences of a source: its comments and the names of its tests, with their lines.
 *
 * @param {string} source
 * @returns {{ text: string, line: number }[]}
 */
export function sentencesOf(source) {
  const comments = commentsOf(source).map((text, index) => ({ text, line: index + 1 }));
  const tests = [...source.matchAll(testName)].map((match) => ({
    text: match[2] ?? '',
    line: source.slice(0, match.index).split('\n').length,
  }));
  return [...comments, ...tests].filter(({ text }) => text !== '');
}

/**
 * The words that a row of a table in CONTRIBUTING.md refuses: those in code spans of its last cell.
 *
 * @param {string} markdown
 * @param {string} heading of the first column
 * @returns {string[]}
 */
export function refusedWords(markdown, heading) {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} `));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  if (start === -1) throw new Error(`CONTRIBUTING.md has no table whose first column is ${heading}`);
  const words = lines.slice(start + 2, end).flatMap((row) => {
    const cell = row.split('|').at(-2) ?? '';
    return [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? '');
  });
  return [...new Set(words)];
}
