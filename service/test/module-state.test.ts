/**
 * No module of the service holds state: what changes is created in a function and handed in by `deps`. Therefore test
 * files can share their modules (`isolate: false` in service/vitest.config.ts), and no test depends on another file.
 */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const declaration = /^(?:export )?const (\w+)([^=]*)=\s*([\s\S]*?)(?=\n\S|$(?![\s\S]))/gm;
/** Constructors and factories whose result can change. `TextDecoder` without `stream: true` cannot. */
const mutable =
  /^(?:new (?!TextDecoder\b|RegExp\b|Error\b)\w+|(?:await )?(?:create|make|start|open)[A-Z]\w*\()/;
const readonlyType = /:\s*Readonly(?:Map|Set)</;
const changed = (name: string) =>
  new RegExp(
    String.raw`(?<![\w.])${name}(?:\.\w+|\[[^\]]*\])?\s*(?:\+|-|\?\?|\|\||&&)?=(?![=>])` +
      String.raw`|(?<![\w.])${name}\.(?:push|pop|shift|unshift|splice|sort|reverse|fill|set|add|delete|clear)\(`,
  );

/** The declarations of a module that can change after it is loaded. Prettier puts each at the start of a line. */
function stateOf(source: string): string[] {
  const variables = [...source.matchAll(/^(?:export )?(?:let|var) (\w+)/gm)].map(([, name = '']) => name);
  const constants = [...source.matchAll(declaration)].flatMap(([whole, name = '', type = '', value = '']) => {
    const others = source.replace(whole, '');
    const replaceable = mutable.test(value) && !readonlyType.test(type);
    return replaceable || changed(name).test(others) ? [name] : [];
  });
  return [...variables, ...constants];
}

test('no module of the service holds state that changes', async () => {
  const src = join(import.meta.dirname, '../src');
  const found: string[] = [];
  let modules = 0;
  for await (const file of glob('**/*.ts', { cwd: src })) {
    if (file.endsWith('.test.ts') || file.endsWith('.d.ts')) continue;
    modules += 1;
    // A worker thread is a process of its own for its modules.
    if (file.endsWith('-thread.ts')) continue;
    for (const name of stateOf(await readFile(join(src, file), 'utf8'))) found.push(`${file}: ${name}`);
  }
  console.log(`module state: ${modules} modules of the service, ${found.length} with state`);
  expect(modules).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

test.each([
  ['let count = 0;\n'],
  ['export let current: Worker | undefined;\n'],
  ['const cache = new Map<string, Buffer>();\n'],
  ['const seen: Set<string> = new Set();\n'],
  ['const queue: string[] = [];\nexport const add = (name: string) => {\n  queue.push(name);\n};\n'],
  ['const known: Record<string, number> = {};\nexport function count() {\n  known["a"] = 1;\n}\n'],
  ['const last = { at: 0 };\nexport function touch() {\n  last.at = 1;\n}\n'],
  ['const limit = createConcurrencyLimit(1, 64, 1);\n'],
])('finds the state of: %s', (source) => {
  expect(stateOf(source)).toHaveLength(1);
});

test.each([
  ["const codes: ReadonlySet<string> = new Set(['a']);\n"],
  ['const names = ["a", "b"];\nexport const first = () => names[0] === "a";\n'],
  ["const utf8 = new TextDecoder('utf-8', { fatal: true });\n"],
  [
    'export function start() {\n  let count = 0;\n  const cache = new Map();\n  return cache.set(count, 1);\n}\n',
  ],
])('accepts: %s', (source) => {
  expect(stateOf(source)).toEqual([]);
});
