import { createHash } from 'node:crypto';
import { relative } from 'node:path';

/**
 * Names the classes of CSS Modules: the name and three digits of its file's path. Short, because the page, the style and
 * the script contain them.
 *
 * @param root the folder that paths are relative to
 */
export const scopedNames =
  (root: string) =>
  (name: string, file: string): string =>
    `${name}-${createHash('sha256')
      .update(relative(root, file.split('?')[0] ?? file))
      .digest('hex')
      .slice(0, 3)}`;
