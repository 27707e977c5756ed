/**
 * The repository runs in any folder: in the path of a URL a space is `%20`, and a `#` ends it. A file is named by
 * `import.meta.dirname` or `fileURLToPath`; a module that is loaded by its path, by `pathToFileURL`.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { root } from '#tools/command/root.mjs';
import { listFiles } from './source-files.mjs';

const faults: readonly RegExp[] = [
  /import\.meta\.url\)\s*\.pathname/g,
  /(?:await import\(|'--import',)\s*(?:\/\*.*?\*\/\s*)?(?:join|resolve)\(/g,
];
const findFaults = (code: string): string[] => faults.flatMap((fault) => code.match(fault) ?? []);

test('no file is named by the path of a URL, and no module by its path', async () => {
  const found = await Promise.all(
    listFiles()
      .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file))
      .map(async (file) =>
        findFaults(await readFile(join(root, file), 'utf8')).map((fault) => [file, fault]),
      ),
  );
  expect(found.flat()).toEqual([]);
});

test('finds both faults', () => {
  const [url, load] = ['import.meta.url', 'await import'];
  const code = `open(new URL('a.txt', ${url}).pathname); ${load}(join(out, 'b.js'));`;
  expect(findFaults(code)).toHaveLength(2);
});
