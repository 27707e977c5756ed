import { expect, test } from 'vitest';

import { findChromium } from './chromium.mjs';

const only =
  (...programs: string[]) =>
  (path: string) =>
    programs.includes(path);

test.for([
  [
    'CHROMIUM_PATH goes first',
    { CHROMIUM_PATH: '/my/chrome', PATH: '/bin' },
    ['/my/chrome', '/bin/chromium'],
    '/my/chrome',
  ],
  ['then the path', { PATH: '/a:/b' }, ['/b/google-chrome', '/usr/bin/chromium'], '/b/google-chrome'],
  ['then the usual places', { PATH: '/a' }, ['/usr/bin/chromium'], '/usr/bin/chromium'],
  [
    'the shell without windows goes before the whole, wherever it lies',
    { PATH: '/a:/b' },
    ['/a/chromium', '/b/chromium-headless-shell'],
    '/b/chromium-headless-shell',
  ],
  [
    'a Mac has applications',
    {},
    ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  ['nowhere', { PATH: '/a' }, [], undefined],
] as const)('%s', ([, env, programs, found]) => {
  expect(findChromium(env, only(...programs))).toBe(found);
});

test('a CHROMIUM_PATH that is no program is one sentence', () => {
  expect(() => findChromium({ CHROMIUM_PATH: '/none' }, only())).toThrow(
    'CHROMIUM_PATH is /none, which is not a program that can be run. Correct it, or unset it.',
  );
});
