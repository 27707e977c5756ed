/** PostgreSQL is frozen, stopped, killed, replaced by its standby, or out of space while people work. */
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seconds } from '@app/contract/fields/durations.ts';

import { countMails, mailsDelivered } from '#test/faults/acknowledged.ts';
import { undoIfInterrupted } from '#test/faults/interrupted.ts';
import { type Product, startProduct } from '#test/faults/product.ts';
import { type Expectation, judge, loadOf, more, type Row, type Scenario } from '#test/faults/scenario.ts';

/** The fault, and then work until the product has recovered. The fault answers what it expects besides the usual. */
async function underLoad(
  product: Product,
  fault: () => Promise<Expectation | void>,
  changesAfter = 100,
): Promise<Row> {
  const load = await loadOf(product);
  const given = await fault();
  await more(load, changesAfter);
  await product.balancer.until(2);
  const expected: Expectation = { allowed: ['503'], gapMax: seconds(25), ...given };
  const row = await judge(product, load, expected);
  const waiting = await mailsDelivered(product, expected.port);
  const mails = await countMails(product, expected.port);
  const wrong = [...row.wrong];
  if (waiting > 0 || mails.missing > 0) wrong.push(`${Math.max(waiting, mails.missing)} mails did not leave`);
  if (mails.double > 0) wrong.push(`${mails.double} mails left twice`);
  const told = `${mails.written} mails, ${mails.double} twice`;
  return {
    ...row,
    wrong,
    lost: row.lost + mails.missing,
    double: row.double + mails.double,
    more: expected.more === undefined ? told : `${expected.more}; ${told}`,
  };
}

/** A standby that every commit waits for takes over; the address of the database is moved to it. */
async function failOver(folder: string): Promise<Row> {
  const product = await startProduct(folder);
  const { database, line, balancer } = product;
  const standby = await database.copyAsStandby(join(folder, 'standby'));
  try {
    await standby.start();
    await product.rows(`alter system set synchronous_standby_names = 'standby'`);
    await product.rows('select pg_reload_conf()');
    const state = async (): Promise<string | undefined> =>
      (await product.rows<{ state: string }>('select sync_state as state from pg_stat_replication'))[0]
        ?.state;
    while ((await state()) !== 'sync') await pause(100);
    await balancer.until(2);
    return await underLoad(product, async () => {
      await database.kill();
      standby.promote();
      line.moveTo(standby.port);
      return { port: standby.port, more: 'synchronous standby promoted' };
    });
  } finally {
    await product.stop();
    await standby.remove();
  }
}

/** The data directory is on a file system of 200 MB, which is filled and, ten seconds later, emptied. */
async function diskFull(folder: string): Promise<Row> {
  let mounted = '';
  let forget = (): void => {};
  const prepare = (cluster: string): void => {
    const { uid, gid } = statSync(cluster);
    execFileSync(
      'mount',
      ['-t', 'tmpfs', '-o', `size=200m,mode=700,uid=${uid},gid=${gid}`, 'faults', cluster],
      {
        stdio: 'pipe',
      },
    );
    mounted = cluster;
    forget = undoIfInterrupted(() => execFileSync('umount', ['-l', cluster]));
  };
  let product: Product | undefined;
  try {
    product = await startProduct(folder, { prepare });
    const { database, balancer } = product;
    const filler = join(mounted, 'filler');
    return await underLoad(product, async () => {
      fill(filler);
      await pause(seconds(10));
      rmSync(filler);
      const ended = /shut down|PANIC/.test(database.said());
      // A server that could not write its log ends; the scenario restarts it, as an operator would.
      if (!database.isRunning()) await database.start();
      await balancer.until(2);
      return { more: ended ? 'PostgreSQL had to be started again' : 'PostgreSQL went on' };
    });
  } catch (error) {
    if (mounted === '' && /mount/.test(String(error)))
      return { requests: 0, acknowledged: 0, failed: '', lost: 0, double: 0, wrong: [], more: skipped };
    throw error;
  } finally {
    await product?.stop();
    if (mounted !== '') execFileSync('umount', ['-l', mounted]);
    forget();
  }
}
const skipped = 'NOT RUN: only root may mount the small file system that this needs';

/** Writes until nothing more fits. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let size = 1 << 20; size > 0; size >>= 1) {
      const part = Buffer.alloc(size, 1);
      try {
        for (;;) if (writeSync(file, part) < size) break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}

export const databaseScenarios: Record<string, Scenario> = {
  'database-frozen': {
    did: 'PostgreSQL frozen (SIGSTOP) for 15 s',
    shared: (product) =>
      underLoad(product, async () => {
        product.database.freeze();
        // Longer than a used refresh token may come back without looking stolen.
        await pause(seconds(15));
        product.database.thaw();
      }),
  },
  'database-stopped': {
    did: 'PostgreSQL stopped, and started after 10 s',
    shared: (product) =>
      underLoad(product, async () => {
        await product.database.stop();
        await pause(seconds(10));
        await product.database.start();
      }),
  },
  'database-killed': {
    did: 'PostgreSQL killed (SIGKILL), started again',
    shared: (product) =>
      underLoad(product, async () => {
        await product.database.kill();
        await product.database.start();
      }),
  },
  'database-failover': { did: 'primary killed, standby promoted', alone: failOver },
  'database-disk-full': { did: 'disk of PostgreSQL full for 10 s', alone: diskFull },
};
