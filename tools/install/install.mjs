/** Installs the packages of the lockfile that are missing. Needs nothing that is installed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { UserError } from '#tools/command/user-error.mjs';
import { withLock } from '#tools/processes/lock.mjs';
import { checkWritable } from '#tools/command/port-and-folders.mjs';
import { run } from '#tools/processes/processes.mjs';
import { step } from '#tools/command/progress.mjs';
import { root } from '#tools/command/root.mjs';

/**
 * Installs what is missing, without any package's install script. Packages that a person installed with npm are
 * used as they are where they match the lockfile. Throws a `UserError` where npm cannot install them.
 */
export async function ensureInstalled() {
  if (matchesLockfile()) return;
  checkWritable(root, 'The folder', 'Clone the project into a folder of your own.');
  await withLock('install', async () => {
    if (!matchesLockfile()) await step('Installing packages (a minute or so the first time)', install);
  });
}

async function install() {
  const npm = process.env.npm_execpath;
  const args = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    // Without a network npm would wait for minutes before it says so.
    '--fetch-retries=2',
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-maxtimeout=5000',
  ];
  // The Node that runs npm is not the one in node_modules, which npm is about to replace.
  const { code, signal, output } = npm?.endsWith('.js')
    ? await run(process.env.npm_node_execpath ?? process.execPath, [npm, ...args], {
        cwd: root,
        collect: true,
      })
    : await run('npm', args, { cwd: root, collect: true });
  if (code !== 0) throw new UserError(whyNotInstalled(output, signal));
}

/**
 * What failed and how to fix it, in one sentence.
 *
 * @param {string} output
 * @param {NodeJS.Signals | null} [signal]
 */
export function whyNotInstalled(output, signal = null) {
  if (signal !== null) return 'Installing the packages was stopped; run the command again to go on.';
  if (
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/.test(
      output,
    )
  ) {
    return 'The packages could not be fetched: the npm registry does not answer. Check the network (or the proxy and registry that npm is set to), then run the command again.';
  }
  if (/\bENOSPC\b/.test(output)) {
    return 'The packages could not be installed: the disk is full. About 800 MB are needed; make room and run the command again.';
  }
  if (/\b(EACCES|EPERM|EROFS)\b/.test(output)) {
    return 'The packages could not be installed: this user may not write to node_modules. Give this user the folder, or remove node_modules, and run the command again.';
  }
  return `The packages could not be installed. npm says:\n${output.trim().split('\n').slice(0, 12).join('\n')}`;
}

/** Whether npm's record of what it installed has every package of the lockfile that this platform needs. */
function matchesLockfile() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  return includesAll(
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages,
    JSON.parse(readFileSync(record, 'utf8')).packages,
  );
}

/**
 * @typedef {Record<string, { version?: string, link?: boolean, optional?: boolean, peer?: boolean, os?: string[] | string, cpu?: string[] | string, libc?: string[] | string }>} Packages
 * @param {Packages} wanted the lockfile's `packages`
 * @param {Packages} present the same of npm's record
 * @param {{ platform: string, arch: string }} [machine]
 */
export function includesAll(wanted, present, machine = process) {
  return Object.entries(wanted).every(([path, { version, link, optional, os, cpu, libc }]) => {
    if (link || !path.includes('node_modules/')) return true;
    const found = present[path];
    if (found !== undefined) return found.version === version;
    // A missing optional package counts only if it names this machine's system and processor. Of two that differ only
    // in the C library, npm installs one.
    const isForUs = (os ?? cpu) !== undefined && names(os, machine.platform) && names(cpu, machine.arch);
    return optional === true && !(isForUs && libc === undefined);
  });
}

/**
 * @param {string[] | string | undefined} list
 * @param {string} name
 */
function names(list, name) {
  return list === undefined || [list].flat().includes(name);
}
