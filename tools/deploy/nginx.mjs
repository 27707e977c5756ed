/** Finds nginx for `npm run try deploy`, or installs Debian's where this user may. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

import { run } from '#tools/processes/processes.mjs';
import { UserError } from '#tools/command/user-error.mjs';

/**
 * The path of nginx. Only root can install Debian's package. Throws a `UserError` that says what to do.
 *
 * @returns {Promise<string>}
 */
export async function ensureNginx() {
  const found = findNginx();
  if (found !== undefined) return found;
  if (!existsSync('/etc/debian_version') || process.geteuid?.() !== 0)
    throw new UserError(
      'nginx is not installed, and only root on Debian can have it installed here. Install it (apt-get install nginx) ' +
        'and run the command again.',
    );
  console.log('Installing nginx from Debian …');
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'nginx']]) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const { code, output } = await run('apt-get', args, { env, collect: true });
    if (code !== 0)
      throw new UserError(`${output.trim()}\n\nnginx could not be installed; the reason is above.`);
  }
  const installed = findNginx();
  if (installed === undefined) throw new UserError('nginx was installed and is not found in /usr/sbin.');
  return installed;
}

/** @returns {string | undefined} */
function findNginx() {
  return ['/usr/sbin/nginx', '/usr/local/sbin/nginx', 'nginx'].find(
    (program) => spawnSync(program, ['-v']).status === 0,
  );
}
