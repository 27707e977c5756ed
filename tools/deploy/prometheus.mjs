/** Finds Prometheus for `npm run try metrics`, or installs Debian's where this user may. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

import { run } from '#tools/processes/processes.mjs';
import { UserError } from '#tools/command/user-error.mjs';

/** Only root can install Debian's package. Throws a `UserError` that says what to do. */
export async function ensurePrometheus() {
  if (isFound()) return;
  if (!existsSync('/etc/debian_version') || process.geteuid?.() !== 0)
    throw new UserError(
      'Prometheus is not installed, and only root on Debian can have it installed here. Install it (apt-get install ' +
        'prometheus) and run the command again.',
    );
  console.log('Installing Prometheus from Debian …');
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'prometheus']]) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const { code, output } = await run('apt-get', args, { env, collect: true });
    if (code !== 0)
      throw new UserError(`${output.trim()}\n\nPrometheus could not be installed; the reason is above.`);
  }
  if (!isFound()) throw new UserError('Prometheus was installed and is not found.');
}

const isFound = () =>
  ['prometheus', 'promtool'].every((program) => spawnSync(program, ['--version']).status === 0);
