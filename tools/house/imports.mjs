/** Reads every import of the repository and resolves it to a file, or to the package that it names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

import { root } from '#tools/command/root.mjs';
import { resolveImport } from './resolve-import.mjs';
import { listFiles } from './source-files.mjs';

/**
 * @typedef {object} Import
 * @property {string} from the file that imports, from the root of the repository
 * @property {string} specifier as it is written
 * @property {string | undefined} to the imported file; undefined for a package or a module of Node
 * @property {boolean} deferred whether it is an `import()`, which runs later than the file that has it
 */

/** @returns {Import[]} imports of values and of types alike, `import()` and `export … from` included */
export function readImports() {
  return listFiles()
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
    .flatMap((from) =>
      importsOf(from, readFileSync(join(root, from), 'utf8')).map((found) => ({
        from,
        to: resolveImport(from, found.specifier),
        ...found,
      })),
    );
}

/**
 * @param {string} path its ending tells the language
 * @param {string} code
 * @returns {{ specifier: string, deferred: boolean }[]}
 */
export function importsOf(path, code) {
  const { module, program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const sources = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []).slice(0, 1),
    ),
  ];
  const calls = module.dynamicImports.flatMap(
    ({ moduleRequest: { start, end } }) => /^'(.*)'$/.exec(code.slice(start, end))?.slice(1) ?? [],
  );
  /** @type {string[]} */
  const types = [];
  // A type such as import('./x.ts').X is only in the syntax tree, which takes long to read.
  if (code.split('import(').length - 1 > module.dynamicImports.length) {
    new Visitor({ TSImportType: ({ source }) => void types.push(source.value) }).visit(program);
  }
  return [
    ...[...sources, ...types].map((specifier) => ({ specifier, deferred: false })),
    ...calls.map((specifier) => ({ specifier, deferred: true })),
  ];
}
