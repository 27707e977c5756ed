/** docs/reference.md has each line that the service logs, and no other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { root } from '#tools/command/root.mjs';
import { isTest, listFiles } from './source-files.mjs';

const logCall = /\b(?:\w*[lL]og)(?:\.(?:fatal|error|warn|info|debug|trace)|\[entry\.level\])\(/g;

/** The text between the parenthesis before `start` and the one that closes it. */
function argumentsAt(source: string, start: number): string {
  let open = 1;
  let quote = '';
  for (let at = start; at < source.length; at += 1) {
    const character = source[at] ?? '';
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (`'"\``.includes(character)) quote = character;
    else if ('({['.includes(character)) open += 1;
    else if (')}]'.includes(character)) open -= 1;
    if (open === 0) return source.slice(start, at);
  }
  return '';
}

/** The words of a line: a text, or the name of a constant of the file that has it. */
function wordsOf(source: string, call: string): string {
  const last = /(?:^|,\s*)(?:'([^']*)'|(\w+(?:\.\w+)*)),?\s*$/.exec(call.trim());
  const [, text, name = ''] = last ?? [];
  if (text !== undefined) return text;
  const constant = new RegExp(String.raw`const ${name.replace('.', String.raw`\.`)} = '([^']*)'`).exec(
    source,
  );
  return constant?.[1] ?? `(${name})`;
}

/** Lines whose words are made while the service runs, as the table calls them. */
const made: Readonly<Record<string, string>> = {
  '(entry.message)': 'what an app says',
  '(words)': 'a certificate of the identity provider ends within … days, or has ended',
  '(message)': 'what development starts',
};

test('docs/reference.md has each line of the log', () => {
  const files = listFiles('service/src').filter((file) => file.endsWith('.ts') && !isTest(file));
  const lines = files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return [...source.matchAll(logCall)].map((found) => {
      const words = wordsOf(source, argumentsAt(source, found.index + found[0].length));
      return made[words] ?? words;
    });
  });
  const guide = readFileSync(join(root, 'docs/reference.md'), 'utf8');
  const [, section = ''] = /\n## Lines of the log\n([\s\S]*?)\n## /.exec(guide) ?? [];
  const [, table = '', list = ''] = /^([\s\S]*?)\nAt info,([\s\S]*)$/.exec(section) ?? [];
  const rows = [...table.matchAll(/^\| `([^`]+)`\s+\|/gm)].map(([, words = '']) => words);
  const listed = [...list.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words.replaceAll(/\s+/g, ' '));
  const logged = [...new Set(lines)].toSorted();
  const fields = ['reason', 'lost'];
  expect([...rows, ...listed.filter((words) => !fields.includes(words))].toSorted()).toEqual(logged);
  expect(logged.length).toBeGreaterThan(40);
});
