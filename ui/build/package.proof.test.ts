// @vitest-environment node
/** The library as another team gets it: the built package, in a folder that has only its dependencies. */
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

import budgets from './budgets.json' with { type: 'json' };
import { buildPackage, publishedEntries, readManifest } from './build-package.ts';
import { buildPage, measurePage, type EntrySize } from './measure-entry.ts';

const root = join(import.meta.dirname, '../..');
/** The entries of the package that are script, by their names; `icons/icon` stands for all icons. */
const entries = Object.keys(publishedEntries())
  .filter((key) => !key.endsWith('.css'))
  .map((key) => key.replace('./', '').replace('*', 'icon'));
let folder = '';
let packageFolder = '';

beforeAll(async () => {
  ({ folder, packageFolder } = await makeConsumer());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('another app compiles with every entry under the strictest settings', async () => {
  const uses = entries.map((entry, index) => `export * as entry${index} from '@app/ui/${entry}';`);
  writeFileSync(join(folder, 'app.ts'), uses.join('\n'));
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    noEmit: true,
    types: [],
    skipLibCheck: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.ts'] }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
});

test('no type of the package is any', () => {
  const files = globSync('**/*.d.ts', { cwd: packageFolder });
  // Inside the Table TanStack's own types have it; no entry exports them.
  const allowed = /\/\*.*?\*\/|import\("@tanstack\/table-core"\)\.\w+<any, any>/gs;
  const withAny = files.filter((file) =>
    /\bany\b/.test(readFileSync(join(packageFolder, file), 'utf8').replaceAll(allowed, '')),
  );
  expect(files.length).toBeGreaterThan(entries.length);
  expect(withAny).toEqual([]);
});

test('no module needs one bundler alone, and a production build has no warning for developers', async () => {
  const modules = globSync('**/*.js', { cwd: packageFolder, exclude: ['node_modules/**'] });
  const withVite = modules.filter((file) =>
    readFileSync(join(packageFolder, file), 'utf8').includes('import.meta.env'),
  );
  expect(modules.length).toBeGreaterThan(entries.length);
  expect(withVite).toEqual([]);
  const built = await buildPage(`export * from '@app/ui/table';`, folder);
  const code = built.map((file) => (file.type === 'chunk' ? file.code : '')).join('');
  expect(code).toContain('No records available');
  expect(code).not.toMatch(/has no identifier|process\.env/);
});

test('a page renders on a server, and in a test of Vitest, by the settings of the README', async () => {
  const readme = readFileSync(join(packageFolder, 'README.md'), 'utf8');
  const [settings = ''] = /export default defineConfig\([^]*?\n {6}\}\);/.exec(readme) ?? [];
  writeFileSync(join(folder, 'vite.config.js'), settings.replace('defineConfig', ''));
  const page = `
    import { createElement } from 'react';
    import { renderToString } from 'react-dom/server';
    import { Button } from '@app/ui/button';
    import { Flag } from '@app/ui/flag';
    export const markup = renderToString([
      createElement(Button, { key: 1 }, 'Call'),
      createElement(Flag, { key: 2, countryCode: 'no' }),
    ]);`;
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'page.js'), page);
  writeFileSync(join(folder, 'server.js'), `${page}\nconsole.log(markup);`);
  const at = (path: string) => join(root, 'node_modules', path);
  const run = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, args, { cwd: folder })).stdout;
  await run(
    at('vite/bin/vite.js'),
    'build',
    '--ssr',
    'server.js',
    '--outDir',
    'server',
    '--logLevel',
    'error',
  );
  expect(await run('server/server.js')).toMatch(/<button [^]*Call[^]*<svg /);
  writeFileSync(
    join(folder, 'page.test.js'),
    `import { expect, test } from '${at('vitest/dist/index.js')}';
    import { markup } from './page.js';
    test('renders', () => expect(markup).toMatch(/<button [^]*Call[^]*<svg /));`,
  );
  expect(await run(at('vitest/vitest.mjs'), 'run', '--reporter=tap')).toMatch(/^ +ok 1 - renders/m);
});

test('an import whose component is not used adds nothing to a page', async () => {
  const page = entries.map((entry, index) => `import * as entry${index} from '@app/ui/${entry}';`).join('\n');
  expect(await measurePage(page, folder)).toEqual({ script: 0, later: 0, styles: 0 });
});

test('every entry keeps to its budget of bytes', async () => {
  const over: string[] = [];
  const sizes: Record<string, EntrySize> = {};
  for (const entry of entries) {
    const size = await measurePage(`export * from '@app/ui/${entry}';`, folder);
    sizes[entry] = size;
    const budget = (budgets as Record<string, EntrySize>)[entry];
    for (const part of ['script', 'later', 'styles'] as const)
      if (size[part] > (budget?.[part] ?? 0))
        over.push(`${entry}: ${part} ${size[part]}, budget ${budget?.[part] ?? 0}`);
  }
  expect(over).toEqual([]);
  expect(Object.keys(budgets).toSorted()).toEqual(Object.keys(sizes).toSorted());
});

/** A folder as another team's repository: the built package, and beside it only what the package needs. */
async function makeConsumer(): Promise<{ folder: string; packageFolder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'consumer-'));
  const packages = join(folder, 'node_modules');
  const packageFolder = join(packages, '@app/ui');
  await buildPackage(packageFolder);
  const needed = ['react', 'react-dom', '@types', 'csstype'];
  for (const name of [...needed, ...Object.keys(readManifest().dependencies)]) {
    mkdirSync(dirname(join(packages, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(packages, name));
  }
  return { folder, packageFolder };
}
