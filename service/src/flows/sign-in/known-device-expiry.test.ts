/** Threat A2: a known device is forgotten 90 days after its last use. */
import { days, hours } from '@app/contract/fields/durations.ts';
import { afterAll, expect, test } from 'vitest';

import { newDeviceToken } from '#security/tokens/device-token.ts';
import { deleteExpired } from '#store/housekeeping.ts';
import { signIn, signInToCode, verify } from '#test/drivers/flow-driver.ts';
import { nameOf } from '#test/drivers/outcome.ts';
import { callFrom, createAccount, createTestDeps, newestCode } from '#test/setup/test-deps.ts';

const deps = await createTestDeps();
afterAll(() => deps.close());

/** An account with a known device and a policy that asks only unknown devices for the code. */
async function personOnKnownDevice() {
  const { id, email } = await createAccount(deps, { secondStep: 'unrecognised' });
  const device = newDeviceToken(deps.keys);
  const enterWithCode = async () => {
    deps.advance(1);
    const { session } = await signInToCode(deps, email, callFrom(), device);
    expect(nameOf(await verify(deps, email, await newestCode(deps, email), session))).toBe('answered');
  };
  /** Whether the sign-in needs no code. */
  const isKnown = async (): Promise<boolean> => {
    const { answer } = await signIn(deps, email, undefined, callFrom(), device);
    return answer !== undefined && 'basic' in answer;
  };
  const rows = () =>
    deps.store.durable
      .selectFrom('devices')
      .select(['known_at', 'last_used_at'])
      .$castTo<{ known_at: Date; last_used_at: Date }>()
      .where('account_id', '=', id)
      .execute();
  await enterWithCode();
  return { enterWithCode, isKnown, rows };
}

test('A2: a device unused for 90 days needs the code and is deleted; each use extends it by 90 days', async () => {
  const { enterWithCode, isKnown, rows } = await personOnKnownDevice();
  let uses = 0;
  for (; uses < 5; uses += 1) {
    deps.advance(days(90) - 1);
    expect(await isKnown()).toBe(true);
  }
  deps.advance(days(90));
  expect(await isKnown()).toBe(false);
  // The row that housekeeping has not deleted yet is reused, and the device is known again.
  await enterWithCode();
  expect(await isKnown()).toBe(true);
  deps.advance(days(90) - 1);
  await deleteExpired(deps.store.relaxed, deps.clock());
  expect(await rows()).toHaveLength(1);
  deps.advance(1);
  await deleteExpired(deps.store.relaxed, deps.clock());
  expect(await rows()).toHaveLength(0);
  expect(await isKnown()).toBe(false);
});

test('the last use is stored at most once a day, and not for a wrong password', async () => {
  const { isKnown, rows } = await personOnKnownDevice();
  const lastUse = async (): Promise<number | undefined> => (await rows())[0]?.last_used_at.getTime();
  const first = await lastUse();
  for (let n = 0; n < 3; n += 1) {
    deps.advance(hours(8));
    await isKnown();
    expect(await lastUse()).toBe(first);
  }
  deps.advance(1);
  await isKnown();
  expect(await lastUse()).toBe(deps.clock());
});
