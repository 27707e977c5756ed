/** A fresh clone installs with `npm ci`, which takes only a lockfile that agrees with every package.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { missingEntries } from './complete-lockfile.mjs';
import { root } from '#tools/command/root.mjs';

interface Manifest {
  workspaces?: string[];
  [kind: string]: unknown;
}

const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest;
const packages = read('package-lock.json')['packages'] as Record<string, Manifest>;
const folders = ['', ...(read('package.json').workspaces ?? [])];

test.for(folders)('the lockfile agrees with the package.json in "%s"', (folder) => {
  const manifest = read(join(folder, 'package.json'));
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']) {
    expect(packages[folder]?.[kind] ?? {}, `${kind}: run npm install`).toEqual(manifest[kind] ?? {});
  }
});

test('the lockfile has every optional package, also those for other platforms', () => {
  const missing = missingEntries(packages as Parameters<typeof missingEntries>[0]);
  expect(Object.keys(missing), 'run npm run packages lockfile').toEqual([]);
});

test('an optional package that the registry did not have gets an entry for its platform', () => {
  const packages = {
    'node_modules/tool': {
      version: '1.0.0',
      dev: true,
      optionalDependencies: {
        '@tool/linux-x64-musl': '1.0.0',
        'tool-darwin-arm64': '1.0.0',
        '@tool/there': '1.0.0',
      },
    },
    'node_modules/@tool/there': { version: '1.0.0' },
  };
  expect(missingEntries(packages)).toEqual({
    'node_modules/@tool/linux-x64-musl': {
      version: '1.0.0',
      cpu: ['x64'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    },
    'node_modules/tool-darwin-arm64': {
      version: '1.0.0',
      cpu: ['arm64'],
      dev: true,
      optional: true,
      os: ['darwin'],
    },
  });
});
