/** The primary of a Patroni cluster is lost in each way that there is, while people work. */
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { challengeFromWire } from '@app/contract/calls/wire-names.ts';
import { endpoints } from '@app/contract/calls/endpoints.ts';
import { seconds } from '@app/contract/fields/durations.ts';

import { freePort } from '#dev/free-port.ts';
import { countChanges, countMails, mailsDelivered } from '#test/faults/acknowledged.ts';
import { lease } from '#test/faults/cluster-settings.ts';
import type { Acknowledged } from '#test/faults/load.ts';
import { codeIn, mailed } from '#test/faults/mail-server.ts';
import { type Cluster, missing, signal, startCluster } from '#test/faults/patroni.ts';
import { password, type Product, startProduct } from '#test/faults/product.ts';
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

/** Wrong passwords of one client at one account in 15 minutes (rate-limits.ts). A fail-over may add five. */
const triesOfClient = 5;

/** People at work beside those of the load: a limit of theirs would answer there. */
interface Others {
  /** Resolves to the sessions that codes opened, and to how many guesses were compared. */
  stop(): Promise<{ readonly sessions: readonly Acknowledged[]; readonly compared: number }>;
}

/** People who sign in by an emailed code, one after the other and each once; and a stranger who guesses a password. */
async function startOthers(product: Product, network: number): Promise<Others> {
  const [victim, ...people] = await product.addPeople(60, 'always');
  const sessions: Acknowledged[] = [];
  let compared = 0;
  let isOver = false;
  const send = async (path: string, body: unknown, client: string) => {
    const answer = await product.balancer.send({ path, body, client });
    if (answer.status !== 200) await pause(100);
    return answer;
  };
  async function signInByCode(email: string, client: string): Promise<void> {
    const opened = await send(endpoints.signInWithPassword.path, { email, password }, client);
    if (opened.status !== 200) return;
    const session = challengeFromWire(JSON.parse(opened.text))?.session;
    let code: string | undefined;
    while (!isOver && code === undefined) {
      await pause(50);
      code = codeIn(await mailed(product.mail, email));
    }
    if (code === undefined) return;
    const answer = await send(endpoints.verifyCode.path, { email, code, session }, client);
    if (answer.status !== 200) return;
    const { refresh_token: refreshToken } = JSON.parse(answer.text) as { refresh_token: string };
    sessions.push({ kind: 'session', refreshToken });
  }
  async function signIns(): Promise<void> {
    for (const [index, { email }] of people.entries())
      if (!isOver) await signInByCode(email, `120.${network}.${index}.7`);
  }
  async function guesses(): Promise<void> {
    while (!isOver) {
      const body = { email: victim?.email, password: 'Guessed-Harbour-28!' };
      const { status } = await send(endpoints.signInWithPassword.path, body, `121.${network}.7.7`);
      if (status === 401) compared += 1;
    }
  }
  const working = [signIns(), guesses()];
  return {
    async stop() {
      isOver = true;
      await Promise.all(working);
      return { sessions, compared };
    },
  };
}

async function failOvers(folder: string, count: number): Promise<Row> {
  const how = missing();
  const none = { requests: 0, acknowledged: 0, failed: '', lost: 0, double: 0, wrong: [] };
  if (how !== undefined) return { ...none, more: `NOT RUN: ${how}` };
  const cluster = await startCluster(join(folder, 'cluster'));
  const product = await startProduct(folder, { port: cluster.port, poolerPort: cluster.pooler?.port }).catch(
    async (error: unknown) => {
      await cluster.stop();
      throw error;
    },
  );
  const gaps: string[] = [];
  let codes = 0;
  let mostCompared = 0;
  let sum: Row = none;
  try {
    const ways = Object.entries(losses);
    for (let n = 0; n < count; n += 1) {
      const [way, lose] = ways[n % ways.length] ?? [];
      const load = await loadOf(product);
      const others = await startOthers(product, n);
      await lose?.(cluster);
      await more(load, 60).catch((error: unknown) => {
        throw new Error(`fail-over ${n + 1}, ${way}: ${String(error)}`);
      });
      await product.balancer.until(2);
      await cluster.whole();
      const row = await judge(product, load, { allowed: ['503'], gapMax: seconds(lease + 10) });
      const { sessions, compared } = await others.stop();
      codes += sessions.length;
      mostCompared = Math.max(mostCompared, compared);
      const coded = await countChanges(product, { acknowledged: sessions, unknown: [] });
      gaps.push(`${way} ${((row.gap ?? 0) / 1000).toFixed(1)} s`);
      sum = {
        requests: sum.requests + row.requests,
        acknowledged: sum.acknowledged + row.acknowledged,
        failed: [sum.failed, row.failed].filter(Boolean).join(', '),
        lost: sum.lost + row.lost + coded.lost,
        double: sum.double + row.double + coded.double,
        gap: Math.max(sum.gap ?? 0, row.gap ?? 0),
        wrong: [...sum.wrong, ...[...row.wrong, ...coded.of].map((wrong) => `${way}: ${wrong}`)],
      };
    }
    const waiting = await mailsDelivered(product);
    const mails = await countMails(product);
    const wrong = [...sum.wrong];
    if (codes < count) wrong.push(`${codes} sign-ins by code`);
    if (mostCompared === 0 || mostCompared > triesOfClient + 5)
      wrong.push(`${mostCompared} guesses at one password were compared`);
    if (waiting > 0 || mails.missing > 0 || mails.double > 0)
      wrong.push(`${waiting} mails wait, ${mails.missing} are missing, ${mails.double} left twice`);
    return {
      ...sum,
      wrong,
      more: `${gaps.join(', ')}; ${mails.written} mails; ${codes} sign-ins by code; at most ${mostCompared} guesses compared; ${cluster.pooler ? `through PgBouncer ${cluster.pooler.version}` : 'without a pooler'}`,
    };
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
