/**
 * `npm run try metrics`: tries deploy/prometheus and deploy/grafana against a real Prometheus. Checks the rules, runs the
 * test of each alert, starts the service with two processes, has Prometheus scrape it, and asks Prometheus for every
 * figure that the dashboard and the alerts name. Exit code 1 if one is missing.
 */
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensureDebianProgram } from '#tools/install/debian-packages.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { run } from '#tools/processes/processes.mjs';
import { runCommand } from '#tools/command/user-error.mjs';
import { root } from '#tools/command/root.mjs';

await runCommand(async () => {
  requireNode();
  await ensureInstalled();
  // Its package has promtool too.
  await ensureDebianProgram('prometheus');
  const cwd = join(root, 'deploy/prometheus');
  for (const args of [
    ['check', 'config', 'prometheus.yaml'],
    ['test', 'rules', 'alerts.test.yaml'],
  ]) {
    const { code } = await run('promtool', args, { cwd, env: process.env });
    if (code !== 0) return code ?? 1;
  }
  const folder = mkdtempSync(join(tmpdir(), 'metrics-try-'));
  // Started by root, PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
  try {
    const program = join(root, 'service/test/deploy/try-metrics.ts');
    const { code } = await run(findProductNode(), [program, folder], { cwd: root, env: process.env });
    return code ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
