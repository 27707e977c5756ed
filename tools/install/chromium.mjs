/**
 * The Chromium that the browser tests and the pictures drive: found, else installed where that is allowed. Debian's shell
 * without windows is preferred: the same browser inside, and the journeys take little more than half the time in it.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { UserError } from '#tools/command/user-error.mjs';
import { run } from '#tools/processes/processes.mjs';
import { step } from '#tools/command/progress.mjs';

const shell = 'chromium-headless-shell';
const whole = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/homebrew/bin'];
const elsewhere = [
  '/opt/google/chrome/chrome',
  '/usr/lib/chromium/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Path of the browser: `CHROMIUM_PATH`, else the shell, else a usual name in `PATH`, else a usual place.
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
    throw new UserError(
      `CHROMIUM_PATH is ${given}, which is no program that can be run. Correct it, or unset it.`,
    );
  }
  const inPath = (env.PATH ?? '').split(delimiter).filter(Boolean);
  /** @param {string[]} names */
  const places = (names) =>
    [...inPath, ...folders].flatMap((folder) => names.map((name) => join(folder, name)));
  return [...places([shell]), ...places(whole), ...elsewhere].find(isProgram);
}

/**
 * Finds Chromium's shell, or installs Debian's package where this user may; else takes any Chromium. Beside a Chromium
 * that is there, only root on Debian gets another. Throws advice where there is none in the end.
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
 * Debian's shell of Chromium; the whole of it where there is no such package and `needed`.
 *
 * @param {string[]} prefix what stands before `apt-get`: nothing, or sudo
 * @param {boolean} needed whether there is no other Chromium
 */
async function install(prefix, needed) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const [program, ...args] = [...prefix, 'apt-get', '-qq', '-y', '-o', 'DPkg::Lock::Timeout=120'];
  await run(program, [...args, 'update'], { env, collect: true });
  for (const name of needed ? [shell, 'chromium'] : [shell]) {
    const what = [...args, 'install', '--no-install-recommends', name];
    const { code, output } = await run(program, what, { env, collect: true });
    if (code === 0) return;
    console.log(output.trim().split('\n').slice(-5).join('\n'));
  }
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
