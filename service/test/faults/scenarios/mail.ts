/** The mail server is down or misbehaves while people sign in with a mailed code. */
import { setTimeout as pause } from 'node:timers/promises';
import { challengeFromWire } from '@app/contract/calls/wire-names.ts';
import { endpoints } from '@app/contract/calls/endpoints.ts';
import { seconds } from '@app/contract/fields/durations.ts';

import { countMails, mailsDelivered } from '#test/faults/acknowledged.ts';
import { codeIn, mailed, type MailMood } from '#test/faults/mail-server.ts';
import { password, type Product } from '#test/faults/product.ts';
import type { Row, Scenario } from '#test/faults/scenario.ts';

const people = 20;

/** Everyone asks for a code, gets its email exactly once or has it reported as refused, and signs in with it. */
async function withMood(product: Product, mood: MailMood, until: () => Promise<unknown>): Promise<Row> {
  const { balancer, mail } = product;
  await balancer.until(2);
  const persons = await product.addPeople(people, 'always');
  const troubles = mail.troubles();
  await mail.set(mood);
  const asked = performance.now();
  const opened = await Promise.all(
    persons.map(({ email }, index) =>
      balancer.send({
        path: endpoints.signInWithPassword.path,
        body: { email, password },
        client: `${80 + index}.${troubles & 255}.7.7`,
      }),
    ),
  );
  const answeredAfter = performance.now() - asked;
  await until();
  if (mood === 'down') await mail.set('well');
  const waiting = await mailsDelivered(product);
  const lastAfter = performance.now() - asked;
  await mail.set('well');

  const wrong: string[] = [];
  let signedIn = 0;
  let reported = 0;
  for (const [index, { email }] of persons.entries()) {
    const session = challengeFromWire(JSON.parse(opened[index]?.text ?? '{}'))?.session;
    const [row] = await product.rows<{ failure: string | null; failed: boolean }>(
      'select failure, failed_at is not null as failed from outbox where recipient = $1',
      [email],
    );
    if (row?.failed === true) reported += 1;
    const code = codeIn(await mailed(mail, email));
    if (code === undefined) continue;
    const body = { email, code, session };
    const answer = await balancer.send({
      path: endpoints.verifyCode.path,
      body,
      client: `${110 + index}.0.7.7`,
    });
    if (answer.status === 200) signedIn += 1;
  }
  const mails = await countMails(product);
  const notOpened = opened.filter(({ status }) => status !== 200).length;
  const wanted = mood === 'refusing' ? { signedIn: 0, reported: people } : { signedIn: people, reported: 0 };
  if (notOpened > 0) wrong.push(`${notOpened} sign-ins were not answered with a code step`);
  if (waiting > 0) wrong.push(`${waiting} mails still wait`);
  if (signedIn !== wanted.signedIn) wrong.push(`${signedIn} signed in with the mailed code`);
  if (reported !== wanted.reported) wrong.push(`${reported} mails are reported as refused`);
  if (mails.missing > 0 || mails.double > 0)
    wrong.push(`${mails.missing} mails missing, ${mails.double} twice`);
  return {
    requests: people,
    acknowledged: people - notOpened,
    failed: String(notOpened),
    lost: mails.missing,
    double: mails.double,
    gap: lastAfter,
    wrong,
    more:
      `answered in ${(answeredAfter / 1000).toFixed(1)} s, ${mail.troubles() - troubles} troubles, ` +
      `${signedIn} signed in with the code, ${reported} reported as refused`,
  };
}

const scenario = (did: string, mood: MailMood, until: () => Promise<unknown> = async () => {}): Scenario => ({
  did,
  shared: (product) => withMood(product, mood, until),
});

export const mailScenarios: Record<string, Scenario> = {
  'mail-down': scenario('mail server down for 8 s', 'down', () => pause(seconds(8))),
  'mail-slow': scenario('mail server takes 5 s for each mail', 'slow'),
  'mail-greylisting': scenario('mail server defers the first try (450)', 'greylisting'),
  'mail-refusing': scenario('mail server refuses the recipients (550)', 'refusing'),
  'mail-dropping': scenario('mail server closes in the middle of DATA', 'dropping'),
};
