/** Finds a program that a trial needs, or installs Debian's where this user may: nginx, Prometheus. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

import { installPackages } from '#tools/install/debian-packages.mjs';
import { UserError } from '#tools/command/user-error.mjs';

/**
 * The path of the program. Only root can install Debian's package of its name. Throws a `UserError` that says what to do.
 *
 * @param {string} name
 * @param {string} version the argument by which it says its version
 */
export async function ensureDebianProgram(name, version = '--version') {
  const find = () =>
    [`/usr/sbin/${name}`, `/usr/local/sbin/${name}`, name].find(
      (program) => spawnSync(program, [version]).status === 0,
    );
  const found = find();
  if (found !== undefined) return found;
  if (!existsSync('/etc/debian_version') || process.geteuid?.() !== 0)
    throw new UserError(
      `${name} is not installed, and only root on Debian can have it installed here. Install it (apt-get install ${name}) ` +
        'and run the command again.',
    );
  console.log(`Installing ${name} from Debian …`);
  const problem = await installPackages([], [name]);
  if (problem !== undefined)
    throw new UserError(`${problem}\n\n${name} could not be installed; the reason is above.`);
  const installed = find();
  if (installed === undefined) throw new UserError(`${name} was installed and is not found.`);
  return installed;
}
