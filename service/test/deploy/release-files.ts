/** Whether a running service writes into its own folder, which is read-only in an image. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Remembers every file of the folder; the function it returns names those that were made, changed or removed since. */
export function watchFiles(folder: string): () => string[] {
  const before = filesOf(folder);
  return () => {
    const now = filesOf(folder);
    return [...new Set([...before.keys(), ...now.keys()])].filter(
      (file) => before.get(file) !== now.get(file),
    );
  };
}

/** Size and time of the last change of each file, by its path. */
function filesOf(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        const { size, mtimeMs } = statSync(path);
        return [path, `${size} ${mtimeMs}`];
      }),
  );
}
