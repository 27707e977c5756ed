/** Installs Debian's packages, where this user may. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

import { run } from '#tools/processes/processes.mjs';
import { UserError } from '#tools/command/user-error.mjs';

/** What comes before `apt-get`: nothing, or sudo; undefined if this user may not install packages. */
export function howToInstall() {
  if (spawnSync('apt-get', ['--version']).status !== 0) return undefined;
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined;
}

/**
 * Resolves to the last lines of what apt-get says if it fails; to undefined if all are installed.
 *
 * @param {readonly string[]} prefix what comes before `apt-get`
 * @param {readonly string[]} names
 */
export async function installPackages(prefix, names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const [program, ...args] = [...prefix, 'apt-get', '-qq', '-y', '-o', 'DPkg::Lock::Timeout=120'];
  await run(program, [...args, 'update'], { env, collect: true });
  const what = [...args, 'install', '--no-install-recommends', ...names];
  const { code, output } = await run(program, what, { env, collect: true });
  return code === 0 ? undefined : output.trim().split('\n').slice(-5).join('\n');
}

/**
 * Whether all of them are installed.
 *
 * @param {readonly string[]} names
 */
export function areInstalled(names) {
  const { status, stdout } = spawnSync('dpkg-query', ['-W', '-f=${Status}\n', ...names], {
    encoding: 'utf8',
  });
  return status === 0 && stdout.match(/^install ok installed$/gm)?.length === names.length;
}

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
