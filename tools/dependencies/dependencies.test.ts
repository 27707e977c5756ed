/** The packages of production: their licences, their bill of materials, and what the audit says of them. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { root } from '#tools/command/root.mjs';
import { readAudit } from './audit.mjs';
import { allowedLicences, licencesDocument } from './licences.mjs';
import { runNpm } from './npm.mjs';
import { readBillOfProduction } from './sbom.mjs';
import { readLockfile, shippedPackages } from './shipped-packages.mjs';

const lockfile = readLockfile();
const shipped = shippedPackages(lockfile);
const names = shipped.map(({ name }) => name);

describe('the licences', () => {
  test('every package in production has a licence that is allowed', () => {
    const others = shipped.filter(({ license }) => !(license in allowedLicences));
    expect(others, 'change the package, or allow its licence in tools/dependencies/licences.mjs').toEqual([]);
  });

  test('docs/licences.md is up to date', () => {
    const page = readFileSync(join(root, 'docs/licences.md'), 'utf8');
    expect(page, 'run npm run packages licences').toBe(licencesDocument(shipped));
  });

  test('npm run packages writes the page', () => {
    const command = [join(root, 'tools/group.mjs'), 'packages', 'licences'];
    const said = execFileSync(process.execPath, command, { encoding: 'utf8' });
    expect(said.trim()).toBe(`docs/licences.md lists ${shipped.length} packages`);
  });

  test('a licence that is not allowed shows in the page', () => {
    const page = licencesDocument([{ name: 'tool', version: '1.0.0', license: 'SSPL-1.0' }]);
    expect(page).toContain('| SSPL-1.0 | 1        | not allowed |');
  });
});

describe('the packages in production', () => {
  test('are those that the service and the apps load, and no tool', () => {
    for (const name of ['react', 'react-dom', 'scheduler', 'jose', 'nodemailer', 'fastify', 'pg', 'zxcvbn'])
      expect(names).toContain(name);
    expect(names).toContain('@fontsource-variable/inter');
    for (const name of ['vitest', 'typescript', 'vite', 'playwright', 'storybook', 'samlify'])
      expect(names).not.toContain(name);
  });

  test('are found in the nearest folder first, each version once', () => {
    const found = shippedPackages({
      '': {},
      service: { dependencies: { a: '1', b: '1' }, devDependencies: { tool: '1' } },
      'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { b: '2' } },
      'node_modules/a/node_modules/b': { version: '2.0.0', license: 'ISC', dependencies: { a: '1' } },
      'node_modules/b': { version: '1.0.0', license: 'MIT' },
      'node_modules/tool': { version: '1.0.0', license: 'GPL-3.0' },
    });
    expect(found.map(({ name, version }) => `${name} ${version}`)).toEqual(['a 1.0.0', 'b 1.0.0', 'b 2.0.0']);
  });
});

const { output: npmVersion } = await runNpm(['--version']);

test.skipIf(Number.parseInt(npmVersion) < 10)(
  'the bill of materials has every package in production with its licence, and no other',
  async () => {
    const { components, dependencies, metadata } = await readBillOfProduction();
    expect(components.map(({ purl }) => decodeURIComponent(purl.slice('pkg:npm/'.length))).sort()).toEqual(
      shipped.map(({ name, version }) => `${name}@${version}`).sort(),
    );
    expect(metadata.component.name).toBe('sign-in-product');
    const refs = new Set([metadata.component, ...components].map((each) => each['bom-ref']));
    const [product] = dependencies;
    expect(product?.dependsOn).toContain(`fastify@${versionOf('fastify')}`);
    expect(
      dependencies.flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn]).filter((ref) => !refs.has(ref)),
    ).toEqual([]);
  },
);

test('an npm that cannot write a bill of materials is named', async () => {
  const npm9 = () =>
    Promise.resolve({ code: 1, signal: null, output: 'Unknown command: "sbom"\n', seconds: 0 });
  await expect(readBillOfProduction(npm9)).rejects.toThrow('npm 10 or later');
});

const versionOf = (name: string): string => shipped.find((each) => each.name === name)?.version ?? '';

describe('the audit', () => {
  const found = (name: string, severity: string) => ({
    [name]: { name, severity, range: '<2.0.0' },
  });
  const report = (vulnerabilities: object) => JSON.stringify({ vulnerabilities, metadata: {} });

  test.each([
    [
      'a registry that refuses',
      '{"message":"405 Method Not Allowed","method":"POST"}',
      '405 Method Not Allowed',
    ],
    [
      'no network',
      '{"error":{"code":"ENOTFOUND","summary":"getaddrinfo ENOTFOUND"}}',
      'getaddrinfo ENOTFOUND',
    ],
    ['no word at all', '', 'npm wrote nothing'],
    ['something else', 'npm error audit endpoint returned an error', 'npm error audit endpoint'],
  ])('says of %s that nothing is known', (_, output, reason) => {
    const { code, lines } = readAudit(output, new Set(names));
    expect(code).toBe(2);
    expect(lines[0]).toContain(`The registry did not answer: ${reason}`);
    expect(lines[1]).toContain('Nothing is known');
  });

  test.each([
    ['nothing', {}, 0, '0 packages with known vulnerabilities, 0 of them'],
    ['a tool alone', found('vite', 'high'), 0, '1 packages with known vulnerabilities, 0 of them'],
    [
      'a low one in production',
      found('fastify', 'low'),
      0,
      '1 packages with known vulnerabilities, 0 of them',
    ],
    [
      'a high one in production',
      found('fastify', 'high'),
      1,
      '1 packages with known vulnerabilities, 1 of them',
    ],
    ['a critical one', found('jose', 'critical'), 1, '1 packages with known vulnerabilities, 1 of them'],
  ])('that finds %s ends with its code', (_, vulnerabilities, code, line) => {
    const audit = readAudit(report(vulnerabilities), new Set(names));
    expect(audit.code).toBe(code);
    expect(audit.lines.at(-1)).toContain(line);
  });
});
