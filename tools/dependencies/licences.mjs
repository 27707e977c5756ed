/** `npm run packages licences`: writes docs/licences.md from the lockfile. A test fails if it is not up to date. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { root } from '#tools/command/root.mjs';
import { readLockfile, shippedPackages } from './shipped-packages.mjs';

/** @typedef {import('./shipped-packages.mjs').Package} Package */

/** The licences that the product may ship, and what each requires of the distributor. */
export const allowedLicences = /** @type {Readonly<Record<string, string>>} */ ({
  '0BSD': 'nothing',
  'Apache-2.0': 'keep the notice and the licence text',
  'BlueOak-1.0.0': 'keep the licence text or a link to it',
  'BSD-2-Clause': 'keep the notice',
  'BSD-3-Clause': 'keep the notice; no use of the names of its authors',
  ISC: 'keep the notice',
  MIT: 'keep the notice',
  'MIT-0': 'nothing',
  'MPL-2.0': 'offer the source of changed files; the product changes none',
  'OFL-1.1': 'keep the notice; the font is not sold by itself',
  Unlicense: 'nothing',
});

/** @param {readonly Package[]} packages */
export function licencesDocument(packages) {
  const used = [...new Set(packages.map(({ license }) => license))].sort();
  const counts = used.map((licence) => [
    licence,
    String(packages.filter(({ license }) => license === licence).length),
    allowedLicences[licence] ?? 'not allowed',
  ]);
  return `# Licences of the packages in production

The ${packages.length} packages that the service loads and the two apps contain, those for other platforms included.
\`npm run packages licences\` writes this page from the lockfile; a test fails if it is out of date or a licence is not allowed.

${table(['Licence', 'Packages', 'It asks to'], counts)}

${used.map((licence) => `- **${licence}**: ${namesOf(packages, licence)}`).join('\n')}
`;
}

/** The packages of a licence with their versions. @param {readonly Package[]} packages @param {string} licence */
const namesOf = (packages, licence) =>
  packages
    .filter(({ license }) => license === licence)
    .map(({ name, version }) => `${name}@${version}`)
    .join(', ');

/**
 * A table as Prettier writes it.
 *
 * @param {readonly string[]} head @param {readonly (readonly string[])[]} rows
 */
function table(head, rows) {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join(
    '\n',
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packages = shippedPackages(readLockfile());
  writeFileSync(join(root, 'docs/licences.md'), licencesDocument(packages));
  console.log(`docs/licences.md lists ${packages.length} packages`);
}
