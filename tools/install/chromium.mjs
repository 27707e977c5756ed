/**
 * Finds the Chromium for browser tests and screenshots, or installs it where that is allowed. Debian's headless shell is
 * preferred: it is the same browser, and the journeys take little more than half the time in it.
 */
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { UserError } from '#tools/command/user-error.mjs';
import { step } from '#tools/command/progress.mjs';
import { howToInstall, installPackages } from './debian-packages.mjs';

const shell = 'chromium-headless-shell';
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/homebrew/bin'];
const otherPaths = [
  '/opt/google/chrome/chrome',
  '/usr/lib/chromium/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Path of the browser: `CHROMIUM_PATH`, else the headless shell, else a usual name in `PATH`, else a usual path.
 * Throws a `UserError` if `CHROMIUM_PATH` is not a program.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {(path: string) => boolean} [isProgram]
 * @returns {string | undefined}
 */
export function findChromium(env = process.env, isProgram = canRun) {
  const given = env.CHROMIUM_PATH;
  if (given) {
    if (isProgram(given)) return given;
    throw new UserError(
      `CHROMIUM_PATH is ${given}, which is not a program that can be run. Correct it, or unset it.`,
    );
  }
  const inPath = (env.PATH ?? '').split(delimiter).filter(Boolean);
  /** @param {string[]} names */
  const pathsOf = (names) =>
    [...inPath, ...folders].flatMap((folder) => names.map((name) => join(folder, name)));
  return [...pathsOf([shell]), ...pathsOf(browsers), ...otherPaths].find(isProgram);
}

/**
 * Finds the headless shell, or installs Debian's package if this user may; else takes any Chromium. Where there is a
 * Chromium already, only root on Debian gets another. Throws a `UserError` if none is found in the end.
 *
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found && (process.env.CHROMIUM_PATH || found.endsWith(shell))) return found;
  const apt = howToInstall();
  if (apt && (!found || (apt.length === 0 && existsSync('/etc/debian_version')))) {
    await step('Installing Chromium for the browser tests', () => install(apt, !found));
  }
  const installed = findChromium();
  if (installed) return installed;
  throw new UserError(
    'No Chromium was found for the browser tests. Install one (Debian: sudo apt-get install chromium-headless-shell), or set CHROMIUM_PATH to the program.',
  );
}

/**
 * Installs Debian's headless shell; if there is no such package and a browser is `needed`, the whole Chromium.
 *
 * @param {string[]} prefix what comes before `apt-get`: nothing, or sudo
 * @param {boolean} needed whether no Chromium was found
 */
async function install(prefix, needed) {
  for (const name of needed ? [shell, 'chromium'] : [shell]) {
    const problem = await installPackages(prefix, [name]);
    if (problem === undefined) return;
    console.log(problem);
  }
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
