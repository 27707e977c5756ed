/** The clock of the machine jumps by an hour, forwards and backwards, while people work. */
import { setTimeout as pause } from 'node:timers/promises';
import { endpoints } from '@app/contract/calls/endpoints.ts';
import { hours, minutes } from '@app/contract/fields/durations.ts';

import { countMails, mailsDelivered } from '#test/faults/acknowledged.ts';
import { password, type Product } from '#test/faults/product.ts';
import { judge, loadOf, more, type Row, type Scenario } from '#test/faults/scenario.ts';

async function jump(product: Product): Promise<Row> {
  const { balancer, instances, mail } = product;
  const jumpTo = (offset: number): void => instances.forEach((instance) => instance.jumpTo(offset));
  const load = await loadOf(product, 8);
  const wrong: string[] = [];
  const [victim] = await product.addPeople(1);
  const client = '10.230.0.1';
  const tryPassword = async (value: string): Promise<number> => {
    const body = { email: victim?.email, password: value };
    const { status } = await balancer.send({ path: endpoints.signInWithPassword.path, body, client });
    return status;
  };
  const expectStatus = async (when: string, wanted: number): Promise<void> => {
    const status = await tryPassword(password);
    if (status !== wanted) wrong.push(`${when}: ${status} in the place of ${wanted}`);
  };
  try {
    for (const offset of [hours(1), 0, -hours(1), 0]) {
      // Emails of this moment wait for a server that is down while the clock jumps.
      await mail.set('down');
      await more(load, 40);
      jumpTo(offset);
      await mail.set('well');
      await more(load, 40);
    }
    // A limit that was reached while the clock was an hour ahead holds, and ends.
    jumpTo(hours(1));
    await pause(200);
    for (let tries = 0; tries < 6; tries += 1) await tryPassword('Wrong-Harbour-27!');
    await expectStatus('after five wrong passwords', 429);
    jumpTo(0);
    await pause(200);
    await expectStatus('with the clock put right', 429);
    jumpTo(hours(1) + minutes(17));
    await pause(200);
    await expectStatus('after the wait', 200);
  } finally {
    jumpTo(0);
  }
  await more(load, 40);
  const row = await judge(product, load, { allowed: ['401', '503', '429'] });
  const waiting = await mailsDelivered(product);
  const mails = await countMails(product);
  if (waiting > 0 || mails.missing > 0) wrong.push(`${Math.max(waiting, mails.missing)} mails did not leave`);
  if (mails.double > 0) wrong.push(`${mails.double} mails left twice`);
  return {
    ...row,
    lost: row.lost + mails.missing,
    double: row.double + mails.double,
    wrong: [...row.wrong, ...wrong],
    more: `no session lost; ${mails.written} mails, ${mails.double} twice; the limit held and ended`,
  };
}

export const clockScenarios: Record<string, Scenario> = {
  'clock-jumps': { did: 'clocks jump +1 h, back, -1 h, back', shared: jump },
};
