/**
 * `npm run packages sbom`: writes dist/sbom.cdx.json, the bill of materials of production (CycloneDX), made by `npm sbom` from the
 * lockfile. It needs no network.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { root } from '#tools/command/root.mjs';
import { UserError, runCommand } from '#tools/command/user-error.mjs';
import { requireNode } from '#tools/install/node-version.mjs';
import { stopOnSignals } from '#tools/processes/processes.mjs';
import { runNpm } from './npm.mjs';
import { namesAskedFor, readLockfile, shippedPackages } from './shipped-packages.mjs';

/** @typedef {import('./shipped-packages.mjs').Packages} Packages */
/**
 * @typedef {{ 'bom-ref': string, name: string, version: string, purl: string, licenses?: unknown }} Component
 * @typedef {{
 *   metadata: { component: Component },
 *   components: Component[],
 *   dependencies: { ref: string, dependsOn?: string[] }[],
 * }} Bom
 */

const file = 'dist/sbom.cdx.json';

/**
 * The bill of materials of only the packages of production, each with its licence. The product is one component: what
 * its workspaces ask for, it depends on.
 *
 * @param {Bom} bom of everything in the lockfile
 * @param {Packages} packages the lockfile's
 * @param {string} productName
 * @returns {Bom}
 */
function billOfProduction(bom, packages, productName) {
  const licences = new Map(
    shippedPackages(packages).map(({ name, version, license }) => [`${name}@${version}`, license]),
  );
  const components = bom.components.flatMap((component) => {
    const license = licences.get(idOf(component));
    return license === undefined ? [] : [{ ...component, licenses: [{ license: { id: license } }] }];
  });
  const ids = new Set(components.map(idOf));
  const missing = [...licences.keys()].filter((id) => !ids.has(id));
  if (missing.length > 0) throw new UserError(`npm sbom leaves out ${missing.join(', ')}.`);

  const product = { ...bom.metadata.component, name: productName };
  const byRef = new Map(components.map((component) => [component['bom-ref'], component]));
  const shipped = bom.dependencies.map(({ ref, dependsOn = [] }) => ({
    ref,
    dependsOn: dependsOn.filter((one) => byRef.has(one)),
  }));
  const asked = namesAskedFor(packages);
  const own = shipped
    .filter(({ ref }) => !byRef.has(ref))
    .flatMap(({ dependsOn }) => dependsOn)
    .filter((ref) => asked.has(nameOf(byRef.get(ref))));
  return {
    ...bom,
    metadata: { ...bom.metadata, component: product },
    components,
    dependencies: [
      { ref: product['bom-ref'], dependsOn: [...new Set(own)].sort() },
      ...shipped.filter(({ ref }) => byRef.has(ref)),
    ],
  };
}

/** @param {Component | undefined} component */
const nameOf = (component) => (component === undefined ? '' : idOf(component).replace(/@[^@]*$/, ''));

/** `pkg:npm/%40scope/name@1.0.0?…` → `@scope/name@1.0.0`. @param {Component} component */
const idOf = ({ purl }) => decodeURIComponent(purl.replace(/^pkg:npm\//, '').replace(/\?.*$/, ''));

/** Runs `npm sbom` and keeps what is in production. @param {typeof runNpm} npm */
export async function readBillOfProduction(npm = runNpm) {
  const { code, output } = await npm([
    'sbom',
    '--sbom-format=cyclonedx',
    '--package-lock-only',
    '--loglevel=error',
  ]);
  // Node 20 of Debian comes with npm 9, which does not know the command.
  if (/Unknown command: "sbom"/.test(output))
    throw new UserError('npm sbom needs npm 10 or later: npm install --global npm');
  const start = output.indexOf('{');
  if (code !== 0 || start === -1) throw new UserError(`npm sbom failed. npm says:\n${output.trim()}`);
  return billOfProduction(JSON.parse(output.slice(start)), readLockfile(), 'sign-in-product');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  stopOnSignals();
  await runCommand(async () => {
    requireNode();
    const bom = await readBillOfProduction();
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), `${JSON.stringify(bom, null, 2)}\n`);
    console.log(`${file}: ${bom.components.length} packages of production (CycloneDX)`);
    return 0;
  });
}
