/**
 * No module holds state: what changes is created in a function and handed in (`Deps` of the service, `AuthServices` of
 * the app). Therefore test files can share their modules (`isolate: false` in vitest.config.ts).
 */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { root } from '#tools/command/root.mjs';

const declaration = /^(?:export )?const (\w+)([^=]*)=\s*([\s\S]*?)(?=\n\S|$(?![\s\S]))/gm;
/** Constructors and factories whose result can change. `TextDecoder` without `stream: true` cannot. */
const mutable =
  /^(?:new (?!TextDecoder\b|RegExp\b|Error\b)\w+|(?:await )?(?:create|make|start|open)[A-Z]\w*\()/;
const readonlyType = /:\s*Readonly(?:Map|Set)</;
const changed = (name: string) =>
  new RegExp(
    String.raw`(?<![\w.])${name}(?:\.\w+|\[[^\]]*\])?\s*(?:\+|-|\?\?|\|\||&&)?=(?![=>{])` +
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

/** Code that was loaded stays loaded, as the module cache itself does: no test can tell in which order it came. */
const loadedCode = ['sign-in/src/lazy-component.ts: loading', 'sign-in/src/app/screens.ts: lazyScreens'];

test.each(['service', 'sign-in', 'dashboard', 'session', 'contract'])(
  'no module of %s holds state that changes',
  async (workspace) => {
    const src = join(root, workspace, 'src');
    const found: string[] = [];
    let modules = 0;
    for await (const file of glob('**/*.{ts,tsx}', { cwd: src })) {
      if (/\.test\.tsx?$|\.d\.ts$/.test(file)) continue;
      modules += 1;
      // The modules of a worker thread are not shared, and the start of a page runs once.
      if (file.endsWith('-thread.ts') || file === 'main.tsx') continue;
      for (const name of stateOf(await readFile(join(src, file), 'utf8')))
        found.push(`${workspace}/src/${file}: ${name}`);
    }
    expect(modules).toBeGreaterThan(20);
    expect(found.sort()).toEqual(loadedCode.filter((one) => one.startsWith(`${workspace}/`)).sort());
  },
);

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
  ["const words = { title: 'a' };\nexport const Screen = () => <Heading words={words} />;\n"],
])('accepts: %s', (source) => {
  expect(stateOf(source)).toEqual([]);
});
