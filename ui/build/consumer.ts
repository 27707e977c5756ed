/** A folder as another team's repository: the built package, and beside it only what the package needs. */
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { buildPackage, publishedEntries, readManifest } from './build-package.ts';

const root = join(import.meta.dirname, '../..');

/** The entries of the package that are script, by their names; `icons/close-icon` stands for all icons. */
export const scriptEntries = (): string[] =>
  Object.keys(publishedEntries())
    .filter((key) => !key.endsWith('.css'))
    .map((key) => key.replace('./', '').replace('*', 'close-icon'));

/** Makes the folder in the system's folder for temporary files; the caller removes it. */
export async function makeConsumer(): Promise<{ folder: string; packageFolder: string }> {
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
