import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import { writeRelease } from './release-tree.mjs';

test('a release is JavaScript, which its own Node runs', () => {
  const parent = mkdtempSync(join(tmpdir(), 'release-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, 'release');
  writeRelease(folder);
  expect(globSync('{contract,log,service,ui}/src/**/*.ts', { cwd: folder })).toEqual([]);
  const said = execFileSync(join(folder, 'bin/node'), ['service/src/doctor.js'], {
    cwd: folder,
    env: {},
    encoding: 'utf8',
  });
  expect(said).toContain('the service would start with these settings.');
});
