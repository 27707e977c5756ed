/** Our own rule of the linter, loaded by .oxlintrc.json: it refuses an import for which there is no door. */
import { isAbsolute, relative } from 'node:path';

import { root } from '#tools/command/root.mjs';
import { refuseImport } from './door-check.mjs';

/** @typedef {{ type: string, value?: unknown }} Source */
/** @typedef {{ filename: string, cwd: string, report(problem: { message: string, node: Source }): void }} Context */

const doors = {
  /** @param {Context} context */
  create(context) {
    const file = pathFrom(root, context.filename) ?? pathFrom(context.cwd, context.filename);
    /** @param {{ source: Source | null }} node */
    const check = ({ source }) => {
      if (file === undefined || source?.type !== 'Literal' || typeof source.value !== 'string') return;
      const message = refuseImport(file, source.value);
      if (message !== undefined) context.report({ message, node: source });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};

/**
 * @param {string} folder
 * @param {string} file
 */
function pathFrom(folder, file) {
  const path = relative(folder, file).replaceAll('\\', '/');
  return path.startsWith('..') || isAbsolute(path) ? undefined : path;
}

// oxlint-disable-next-line import/no-default-export -- the linter loads a plugin's default export
export default { meta: { name: 'house' }, rules: { doors } };
