/** Installs the browsers of the other two engines for `npm run proof` (testing/browser/engines.ts), where that is allowed. */
import { readFileSync } from 'node:fs';

import { step } from '#tools/command/progress.mjs';
import { UserError } from '#tools/command/user-error.mjs';
import { areInstalled, howToInstall, installPackages } from './debian-packages.mjs';

/** Debian's packages. WebKit has no mode without a window: it is shown on a virtual display, and given keys by xdotool. */
const packages = {
  firefox: ['firefox-esr'],
  webkit: ['libwebkit2gtk-4.1-0', 'xvfb', 'xdotool'],
};

/** Ubuntu, with the same installer, has no such Firefox. */
function isDebian() {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/**
 * The engines that can run. Throws a `UserError` where the packages may be installed and cannot be.
 *
 * @param {{ areInstalled: typeof areInstalled, isDebian: typeof isDebian, howToInstall: typeof howToInstall, installPackages: typeof installPackages }} [debian]
 */
export async function ensureEngines(debian = { areInstalled, isDebian, howToInstall, installPackages }) {
  const missing = Object.values(packages)
    .flat()
    .filter((name) => !debian.areInstalled([name]));
  const apt = debian.isDebian() ? debian.howToInstall() : undefined;
  if (missing.length > 0 && apt !== undefined) {
    const problem = await step('Installing Firefox and WebKit for the journeys', () =>
      debian.installPackages(apt, missing),
    );
    if (problem !== undefined)
      throw new UserError(`${missing.join(', ')} could not be installed:\n${problem}`);
  }
  return Object.entries(packages)
    .filter(([, names]) => debian.areInstalled(names))
    .map(([engine]) => engine);
}
