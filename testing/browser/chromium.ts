/** Finds the Chromium that the browser tests use. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's headless shell comes first: it is the same browser and opens pages faster. */
const shell = 'chromium-headless-shell';
const whole = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const places = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/homebrew/bin'];
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Returns the browser's path: `CHROMIUM_PATH`, else a usual name in `PATH`, else a usual directory. Throws if there
 * is none.
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string {
  const given = env['CHROMIUM_PATH'];
  if (given) {
    if (runnable(given)) return given;
    throw new Error(`CHROMIUM_PATH is ${given}, which is not a program that can be run.`);
  }
  const folders = [...(env['PATH'] ?? '').split(delimiter).filter(Boolean), ...places];
  const candidates = [
    ...folders.map((folder) => join(folder, shell)),
    ...folders.flatMap((folder) => whole.map((name) => join(folder, name))),
    ...applications,
  ];
  const found = candidates.find(runnable);
  if (found) return found;
  throw new Error(
    'No Chromium was found: install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH.',
  );
}

function runnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
