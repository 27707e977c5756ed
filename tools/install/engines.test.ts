import { expect, test } from 'vitest';

import { ensureEngines } from './engines.mjs';

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
  const all = ['firefox-esr', 'libwebkit2gtk-4.1-0', 'xvfb', 'xdotool'];
  expect(await ensureEngines(machine(all))).toEqual(['firefox', 'webkit']);
});

test('what is missing is installed where this user may', async () => {
  expect(await ensureEngines(machine(['xvfb'], { prefix: [] }))).toEqual(['firefox', 'webkit']);
});

test('an engine whose packages may not be installed does not run', async () => {
  expect(await ensureEngines(machine(['firefox-esr', 'xvfb']))).toEqual(['firefox']);
  expect(await ensureEngines(machine([], { isDebian: false, prefix: [] }))).toEqual([]);
});

test('an installation that fails is an error', async () => {
  await expect(ensureEngines(machine([], { prefix: [], problem: 'no such package' }))).rejects.toThrow(
    'could not be installed:\nno such package',
  );
});
