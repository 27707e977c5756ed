/** No folder of source is so wide that one has to search in it. */
import { dirname } from 'node:path';
import { expect, test } from 'vitest';

import { isTest, listFiles } from './source-files.mjs';

/** Source files in one folder; the tests beside them are not counted. */
const mostFiles = 20;
/** Everything in one folder: source files, tests and folders. */
const mostEntries = 32;

/** Folders of the workspaces and of the tools, each with the names in it. */
function foldersOfSource(): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const file of listFiles().filter((path) => path.includes('/') && !path.startsWith('docs/'))) {
    for (let path = file; dirname(path) !== '.'; path = dirname(path)) {
      const folder = dirname(path);
      folders.set(folder, (folders.get(folder) ?? new Set()).add(path));
    }
  }
  return folders;
}

test(`no folder holds more than ${mostFiles} source files, or ${mostEntries} entries`, () => {
  const folders = foldersOfSource();
  const widths = [...folders].map(([folder, entries]) => ({
    folder,
    files: [...entries].filter((path) => !folders.has(path) && !isTest(path)).length,
    entries: entries.size,
  }));
  expect(widths.filter(({ files, entries }) => files > mostFiles || entries > mostEntries)).toEqual([]);
});
