/** The primary of a Patroni cluster is lost in each way that there is, while people work. */
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { seconds } from '@app/contract/fields/durations.ts';

import { freePort } from '#dev/free-port.ts';
import { countMails, mailsDelivered } from '#test/faults/acknowledged.ts';
import { lease } from '#test/faults/cluster-settings.ts';
import { type Cluster, missing, signal, startCluster } from '#test/faults/patroni.ts';
import { startProduct } from '#test/faults/product.ts';
import { judge, loadOf, more, type Row, type Scenario } from '#test/faults/scenario.ts';

/** Each resolves when the cluster can become whole again by itself. */
const losses: Readonly<Record<string, (cluster: Cluster) => Promise<void>>> = {
  async 'primary and agent killed'(cluster) {
    const node = await cluster.primary();
    const { postgres, agent } = node.pids();
    signal(agent, 'SIGKILL');
    signal(postgres, 'SIGKILL');
    await pause(seconds(lease));
    node.start();
  },
  async 'primary killed'(cluster) {
    signal((await cluster.primary()).pids().postgres, 'SIGKILL');
  },
  'planned switch': (cluster) => cluster.switchOver(),
  // Only from etcd: people still reach it.
  async 'primary cut off'(cluster) {
    const { line } = await cluster.primary();
    line.moveTo(await freePort());
    await pause(seconds(lease + 5));
    line.moveTo(cluster.etcd.port);
  },
  async 'etcd stopped'(cluster) {
    signal(cluster.etcd.pid, 'SIGSTOP');
    await pause(seconds(5));
    signal(cluster.etcd.pid, 'SIGCONT');
  },
};

async function failOvers(folder: string, count: number): Promise<Row> {
  const how = missing();
  const none = { requests: 0, acknowledged: 0, failed: '', lost: 0, double: 0, wrong: [] };
  if (how !== undefined) return { ...none, more: `NOT RUN: ${how}` };
  const cluster = await startCluster(join(folder, 'cluster'));
  const product = await startProduct(folder, { port: cluster.port });
  const gaps: string[] = [];
  let sum: Row = none;
  try {
    const ways = Object.entries(losses);
    for (let n = 0; n < count; n += 1) {
      const [way, lose] = ways[n % ways.length] ?? [];
      const load = await loadOf(product);
      await lose?.(cluster);
      await more(load, 60).catch((error: unknown) => {
        throw new Error(`fail-over ${n + 1}, ${way}: ${String(error)}`);
      });
      await product.balancer.until(2);
      await cluster.whole();
      const row = await judge(product, load, { allowed: ['503'], gapMax: seconds(lease + 10) });
      gaps.push(`${way} ${((row.gap ?? 0) / 1000).toFixed(1)} s`);
      sum = {
        requests: sum.requests + row.requests,
        acknowledged: sum.acknowledged + row.acknowledged,
        failed: [sum.failed, row.failed].filter(Boolean).join(', '),
        lost: sum.lost + row.lost,
        double: sum.double + row.double,
        gap: Math.max(sum.gap ?? 0, row.gap ?? 0),
        wrong: [...sum.wrong, ...row.wrong.map((wrong) => `${way}: ${wrong}`)],
      };
    }
    const waiting = await mailsDelivered(product);
    const mails = await countMails(product);
    const wrong = [...sum.wrong];
    if (waiting > 0 || mails.missing > 0 || mails.double > 0)
      wrong.push(`${waiting} mails wait, ${mails.missing} are missing, ${mails.double} left twice`);
    return { ...sum, wrong, more: `${gaps.join(', ')}; ${mails.written} mails` };
  } finally {
    await product.stop();
    await cluster.stop();
    rmSync(join(folder, 'cluster'), { recursive: true, force: true });
  }
}

/** @param count of fail-overs, in turn by each way */
export const failoverScenarios = (count: number): Record<string, Scenario> => ({
  'cluster-failover': {
    did: `${count} fail-overs of three nodes under Patroni`,
    alone: (folder) => failOvers(folder, count),
  },
});
