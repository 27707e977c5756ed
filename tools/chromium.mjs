/** The Chromium that the browser tests and the pictures drive: found, else installed where that is allowed. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

import { Advice } from './advice.mjs';
import { run } from './processes.mjs';
import { step } from './progress.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const places = [
  ...['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/homebrew/bin'].flatMap((folder) =>
    names.map((name) => join(folder, name)),
  ),
  '/opt/google/chrome/chrome',
  '/usr/lib/chromium/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Path of the browser: `CHROMIUM_PATH`, else a usual name in `PATH`, else a usual place.
 * Throws advice where `CHROMIUM_PATH` names no program.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {(path: string) => boolean} [isProgram]
 * @returns {string | undefined}
 */
export function findChromium(env = process.env, isProgram = canRun) {
  const given = env.CHROMIUM_PATH;
  if (given) {
    if (isProgram(given)) return given;
    throw new Advice(
      `CHROMIUM_PATH is ${given}, which is no program that can be run. Correct it, or unset it.`,
    );
  }
  const inPath = (env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [...inPath, ...places].find(isProgram);
}

/**
 * Finds Chromium, or installs Debian's package where this user may. Throws advice where there is none in the end.
 *
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  const prefix = howToInstall();
  if (prefix) {
    await step('Installing Chromium for the browser tests', async () => {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      const apt = [...prefix, 'apt-get', '-qq', '-y', '-o', 'DPkg::Lock::Timeout=120'];
      const [program = '', ...args] = apt;
      await run(program, [...args, 'update'], { env, collect: true });
      const { code, output } = await run(
        program,
        [...args, 'install', '--no-install-recommends', 'chromium'],
        {
          env,
          collect: true,
        },
      );
      if (code !== 0) console.log(output.trim().split('\n').slice(-5).join('\n'));
    });
  }
  const installed = findChromium();
  if (installed) return installed;
  throw new Advice(
    'No Chromium was found for the browser tests. Install one (Debian: sudo apt-get install chromium), or set CHROMIUM_PATH to the program.',
  );
}

/** What stands before `apt-get`; undefined where this user may not install packages. */
function howToInstall() {
  if (spawnSync('apt-get', ['--version']).status !== 0) return undefined;
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined;
}

/** @param {string} path */
function canRun(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
