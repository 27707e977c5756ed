/**
 * Builds the library as a package for another repository: modules, their types and their style sheets, file by file, so
 * that a page carries only what it imports. The style sheets stay CSS modules.
 */
import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { transformWithOxc } from 'vite';

const ui = join(import.meta.dirname, '..');
const source = join(ui, 'src');
const root = join(ui, '..');

type Manifest = { name: string; version: string } & Record<
  'exports' | 'dependencies' | 'peerDependencies',
  Record<string, string>
>;

/** The manifest of the library, as this repository uses it. */
export const readManifest = (): Manifest => JSON.parse(readFileSync(join(ui, 'package.json'), 'utf8'));

/**
 * Writes the package into a folder, which it empties first. Rejects with the compiler's output where a type is wrong.
 *
 * @param folder an absolute path
 */
export async function buildPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const config = join(ui, 'tsconfig.package.json');
  await promisify(execFile)(process.execPath, [tsc, '-p', config, '--outDir', folder]);
  const types = globSync('**/*.d.ts', { cwd: folder });
  for (const file of types) {
    const path = join(folder, file);
    // The module loads the style sheets; the types need none.
    const text = readFileSync(path, 'utf8').replaceAll(/^import '[^']+\.css';\n/gm, '');
    writeFileSync(path, nameModules(text));
    await writeModule(file, folder);
  }
  for (const file of globSync('**/*.{css,svg,woff2}', { cwd: source })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(source, file), join(folder, file));
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageManifest(), null, 2)}\n`);
  cpSync(join(ui, 'README.md'), join(folder, 'README.md'));
  cpSync(
    join(root, 'node_modules/@fontsource-variable/inter/LICENSE'),
    join(folder, 'tokens/inter-licence.txt'),
  );
}

/** Writes the module of which there are types. */
async function writeModule(types: string, folder: string) {
  const [file = ''] = globSync(types.replace('.d.ts', '.{ts,tsx}'), { cwd: source });
  const { code } = await transformWithOxc(readFileSync(join(source, file), 'utf8'), file, {
    jsx: { runtime: 'automatic' },
  });
  // Components hold state and take functions, so a page of React Server Components imports them as the browser's.
  const directive = file.endsWith('.tsx') ? "'use client';\n" : '';
  writeFileSync(join(folder, types.replace('.d.ts', '.js')), directive + nameModules(code));
}

/** Imports name the modules of the package, no longer their sources. */
const nameModules = (code: string): string =>
  code.replaceAll(/((?:from|import)\s*\(?\s*)(['"])([#.][^'"]+)\.tsx?\2/g, '$1$2$3.js$2');

/** The entries that the package has: all but those for this repository's own tools and its workshop. */
export const publishedEntries = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(readManifest().exports).filter(([key]) => key !== './build/*' && key !== './tokens/*'),
  );

/** The manifest of the package: the same entries, as modules with their types. */
function packageManifest() {
  const { name, version, dependencies, peerDependencies } = readManifest();
  const published = (path: string) => path.replace('./src/', './');
  const entry = (path: string) =>
    path.endsWith('.css')
      ? published(path)
      : {
          types: published(path).replace(/\.tsx?$/, '.d.ts'),
          default: published(path).replace(/\.tsx?$/, '.js'),
        };
  return {
    name,
    version,
    type: 'module',
    sideEffects: ['**/*.css'],
    exports: Object.fromEntries(Object.entries(publishedEntries()).map(([key, path]) => [key, entry(path)])),
    imports: { '#*': './*' },
    dependencies,
    peerDependencies: Object.fromEntries(Object.keys(peerDependencies).map((peer) => [peer, '>=19'])),
  };
}

if (import.meta.main) {
  const folder = join(ui, 'dist');
  await buildPackage(folder);
  console.log(folder);
}
