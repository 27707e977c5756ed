import { minutes } from '@app/contract/fields/durations.ts';
import { afterAll, expect, test } from 'vitest';

import { resend, signIn, signInToCode } from '#test/drivers/flow-driver.ts';
import { nameOf, tally } from '#test/drivers/outcome.ts';
import { rounds } from '#test/setup/proof.ts';
import { callFrom, createAccount, createTestDeps, mailsTo, newClient } from '#test/setup/test-deps.ts';

const deps = await createTestDeps();
afterAll(() => deps.close());

/** A new client for each use, so that the limit of wrong codes per client is not reached. */

test('a new code is sent after 60 seconds, three times; the fourth resend is refused', async () => {
  const { email } = await createAccount(deps);
  await signInToCode(deps, email);
  const early = await resend(deps, email);
  expect(nameOf(early)).toBe('resendTooSoon');
  expect(early.refusal?.details.retryAfter).toBe(60);
  for (const stage of [1, 2, 3]) {
    deps.advance(60_000);
    const now = deps.clock();
    expect((await resend(deps, email)).answer).toEqual({
      serverNow: now,
      resendAt: now + 60_000,
      codeExpiresAt: now + minutes(10),
    });
    expect(await mailsTo(deps, email)).toHaveLength(1 + stage);
  }
  deps.advance(60_000);
  expect(nameOf(await resend(deps, email))).toBe('validationLimitExceeded');
  expect(await mailsTo(deps, email)).toHaveLength(4);
  // A new sign-in counts its resends from zero.
  await signInToCode(deps, email);
  deps.advance(60_000);
  expect(nameOf(await resend(deps, email))).toBe('answered');
});

test('A8: a resend gets the same answer with and without account, challenge and earlier tries', async () => {
  const { email } = await createAccount(deps);
  const google = await createAccount(deps, { method: 'google' });
  const disabled = await createAccount(deps, { status: 'disabled' });
  const people = [email, google.email, disabled.email, 'nobody-8@northline.test'];
  const histories = await Promise.all(
    people.map(async (person, n) => {
      const call = callFrom(`203.0.113.${100 + n}`);
      await signIn(deps, person, n === 0 ? undefined : 'wrong', call);
      return call;
    }),
  );
  let differences = 0;
  for (let step = 0; step < 6; step += 1) {
    const outcomes = await Promise.all(
      people.map((person, n) =>
        resend(deps, person, histories[n]).then((of) =>
          JSON.stringify([nameOf(of), of.answer, of.refusal?.details]),
        ),
      ),
    );
    differences += outcomes.filter((outcome) => outcome !== outcomes[0]).length;
    deps.advance(60_000);
  }
  expect(differences).toBe(0);
  for (const person of people.slice(1)) expect(await mailsTo(deps, person)).toHaveLength(0);
  expect(nameOf(await resend(deps, 'never-seen@northline.test'))).toBe('answered');
});

test('A8: resends from many clients and for an hour, send at most five mails in 15 minutes', async () => {
  const { email } = await createAccount(deps);
  await signInToCode(deps, email);
  const names: string[] = [];
  for (let batch = 0; batch < rounds; batch += 1) {
    deps.advance(1200);
    const outcomes = Array.from({ length: 20 }, () => resend(deps, email, newClient()));
    names.push(...(await Promise.all(outcomes)).map(nameOf));
    if (batch % 20 === 19) deps.advance(60_000);
  }
  const mails = await mailsTo(deps, email);
  expect(mails.length).toBeLessThanOrEqual(5);
  // Each client waits separately; the emails are counted by the challenge and its account.
  expect(tally(names)).toEqual({ answered: 20 * rounds });
});

test('A8: resends after a new sign-in each still send at most five mails in 15 minutes', async () => {
  const { email } = await createAccount(deps, {});
  for (let round = 0; round < 10; round += 1) {
    await signIn(deps, email, undefined, newClient());
    deps.advance(60_000);
    expect(nameOf(await resend(deps, email, newClient()))).toBe('answered');
  }
  // The first code of each sign-in is not counted.
  const sent = (await mailsTo(deps, email)).length - 10;
  expect(sent).toBe(5);
});

test('A8: parallel resends count as one', async () => {
  const { email } = await createAccount(deps);
  await signInToCode(deps, email);
  deps.advance(60_000);
  const [own, others] = [callFrom(), newClient()];
  const outcomes = Array.from({ length: 20 }, (_, n) => resend(deps, email, n % 2 === 0 ? own : others));
  const names = (await Promise.all(outcomes)).map(nameOf);
  expect(tally(names.filter((_, n) => n % 2 === 0))['answered']).toBe(1);
  expect(await mailsTo(deps, email)).toHaveLength(2);
});

test('A8: a stranger does not learn from a resend that somebody has just typed the address', async () => {
  const { email } = await createAccount(deps);
  await signInToCode(deps, email, newClient());
  const untyped = 'untyped-8@northline.test';
  const written = async () => (await deps.store.durable.selectFrom('outbox').select('id').execute()).length;
  const answers = [];
  for (const address of [email, untyped]) {
    const stranger = newClient();
    const before = await written();
    const outcomes = [await resend(deps, address, stranger), await resend(deps, address, stranger)];
    // Each commit waits for the disk, so each has to write.
    expect((await written()) - before).toBe(1);
    answers.push(outcomes.map(({ answer, refusal }) => [answer, refusal?.refusal, refusal?.details]));
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.map(([, refusal]) => refusal)).toEqual([undefined, 'resendTooSoon']);
  // Nor does the stranger have a code sent before the challenge itself allows one.
  expect(await mailsTo(deps, email)).toHaveLength(1);
});
