/** Installs what `npm run proof` needs beside Chromium, where that is allowed. */
import { readFileSync } from 'node:fs';

import { step } from '#tools/command/progress.mjs';
import { UserError } from '#tools/command/user-error.mjs';
import { areInstalled, howToInstall, installPackages } from './debian-packages.mjs';

/**
 * Debian's packages: of the two other engines (testing/browser/engines.ts), and of the database that fails over
 * (service/test/faults/patroni.ts), and a reader of QR codes. WebKit has no mode without a window: it is shown on a virtual display, and given keys by
 * xdotool.
 */
const packages = {
  firefox: ['firefox-esr'],
  webkit: ['libwebkit2gtk-4.1-0', 'xvfb', 'xdotool'],
  qr: ['zbar-tools'],
  cluster: ['patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'pgbouncer', 'postgresql'],
};

/** What starts services when it is installed: only an integration machine gets it. */
const starting = new Set(['cluster']);

/** Ubuntu, with the same installer, has no such Firefox. */
function isDebian() {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/**
 * What can run: `firefox`, `webkit`, `qr`, `cluster`. Throws a `UserError` where the packages may be installed and cannot be.
 *
 * @param {{ areInstalled: typeof areInstalled, isDebian: typeof isDebian, howToInstall: typeof howToInstall, installPackages: typeof installPackages }} [debian]
 */
export async function ensureProofPackages(
  debian = { areInstalled, isDebian, howToInstall, installPackages },
  isIntegration = Boolean(process.env.CI),
) {
  const missing = Object.entries(packages)
    .filter(([use]) => isIntegration || !starting.has(use))
    .flatMap(([, names]) => names)
    .filter((name) => !debian.areInstalled([name]));
  const apt = debian.isDebian() ? debian.howToInstall() : undefined;
  if (missing.length > 0 && apt !== undefined) {
    const problem = await step('Installing what the proof needs', () => debian.installPackages(apt, missing));
    if (problem !== undefined)
      throw new UserError(`${missing.join(', ')} could not be installed:\n${problem}`);
  }
  return Object.entries(packages)
    .filter(([, names]) => debian.areInstalled(names))
    .map(([use]) => use);
}
