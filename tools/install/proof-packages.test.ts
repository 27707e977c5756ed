import { expect, test } from 'vitest';

import { ensureProofPackages } from './proof-packages.mjs';

/** A machine with these packages, on which an installation says `problem` or succeeds. */
function machine(present: string[], more: { isDebian?: boolean; prefix?: string[]; problem?: string } = {}) {
  const { isDebian = true, problem } = more;
  const installed = [...present];
  return {
    areInstalled: (names: readonly string[]) => names.every((name) => installed.includes(name)),
    isDebian: () => isDebian,
    howToInstall: () => more.prefix,
    async installPackages(_: readonly string[], names: readonly string[]) {
      if (problem === undefined) installed.push(...names);
      return problem;
    },
  };
}

test('both engines run where their packages are, whoever the user is', async () => {
  const all = ['firefox-esr', 'libwebkit2gtk-4.1-0', 'xvfb', 'xdotool', 'zbar-tools'];
  expect(await ensureProofPackages(machine(all), false)).toEqual(['firefox', 'webkit', 'qr']);
});

test('what is missing is installed where this user may', async () => {
  expect(await ensureProofPackages(machine(['xvfb'], { prefix: [] }), false)).toEqual([
    'firefox',
    'webkit',
    'qr',
  ]);
});

test('an engine whose packages may not be installed does not run', async () => {
  expect(await ensureProofPackages(machine(['firefox-esr', 'xvfb']), false)).toEqual(['firefox']);
  expect(await ensureProofPackages(machine([], { isDebian: false, prefix: [] }), true)).toEqual([]);
});

test('the database that fails over is installed on an integration machine', async () => {
  expect(await ensureProofPackages(machine([], { prefix: [] }), true)).toEqual([
    'firefox',
    'webkit',
    'qr',
    'cluster',
  ]);
  expect(await ensureProofPackages(machine([], { prefix: [] }), false)).toEqual(['firefox', 'webkit', 'qr']);
});

test('an installation that fails is an error', async () => {
  await expect(ensureProofPackages(machine([], { prefix: [], problem: 'no such package' }))).rejects.toThrow(
    'could not be installed:\nno such package',
  );
});
