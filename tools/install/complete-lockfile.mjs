/**
 * `npm run packages lockfile`: run after `npm install` of a new package. npm leaves an optional package out of the lockfile
 * when the registry it talks to does not have it (a package for another platform, on a company's mirror), and then
 * `npm ci` refuses the lockfile. This writes the missing entries: version, system, processor and C library, from the name that
 * asks for it. They carry no integrity; npm adds it where the package is really fetched.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { root } from '#tools/command/root.mjs';

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

/** @typedef {Record<string, { version?: string, optional?: boolean, dev?: boolean, optionalDependencies?: Record<string, string> }>} Packages */

/**
 * The optional packages that the lockfile asks for and has no entry of: its `packages` key → the entry.
 *
 * @param {Packages} packages
 */
export function missingEntries(packages) {
  /** @type {Record<string, object>} */
  const missing = {};
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const key = `node_modules/${name}`;
      if (packages[key] || packages[`${path}/${key}`] || !/^\d+\.\d+\.\d+/.test(version)) continue;
      const words = name.split(/[/-]/);
      const os = systems.filter((system) => words.includes(system));
      const cpu = processors.filter((processor) => words.includes(processor));
      if (os.length !== 1 || cpu.length > 1) continue;
      const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : undefined;
      missing[key] = {
        version,
        ...(cpu.length > 0 && { cpu }),
        ...(dev && { dev }),
        ...(libc && { libc }),
        optional: true,
        os,
      };
    }
  }
  return missing;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = join(root, 'package-lock.json');
  const lockfile = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingEntries(lockfile.packages);
  const entries = Object.entries({ ...lockfile.packages, ...missing });
  // npm's own order: by path, the project itself first.
  lockfile.packages = Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(file, `${JSON.stringify(lockfile, null, 2)}\n`);
  console.log(`${Object.keys(missing).length} entries added to package-lock.json`);
}
