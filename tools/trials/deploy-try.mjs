/**
 * `npm run try deploy`: builds for production, starts PostgreSQL, two instances of the release and nginx with the
 * configuration of deploy/nginx, tries them as browsers and operators do, and prints a table. Everything is on this
 * machine's loopback, and stopped at the end. Exit code 1 if something is not as it should be.
 */
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildApps } from '#tools/build.mjs';
import { ensureDebianProgram } from '#tools/install/debian-packages.mjs';
import { writeRelease } from '#tools/deploy/release-tree.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { exitCodeOfSignal, run, stopOnSignals } from '#tools/processes/processes.mjs';
import { runCommand } from '#tools/command/user-error.mjs';
import { root } from '#tools/command/root.mjs';

const stopping = stopOnSignals();

await runCommand(async () => {
  requireNode();
  await ensureInstalled();
  const nginx = await ensureDebianProgram('nginx', '-v');
  await buildApps();
  if (stopping.signal !== undefined) return exitCodeOfSignal(stopping.signal);
  const folder = mkdtempSync(join(tmpdir(), 'deploy-try-'));
  // Started by root, PostgreSQL and nginx run as other users.
  chmodSync(folder, 0o711);
  try {
    const packages = writeRelease(join(folder, 'release'));
    console.log(`Release: the service, both apps, Node and ${packages.length} packages.`);
    const { code } = await run(
      findProductNode(),
      [join(root, 'service/test/deploy/try-deployment.ts'), nginx, folder],
      { cwd: root, env: process.env },
    );
    return code ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
