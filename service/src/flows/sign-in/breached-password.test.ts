import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { recoverToLink, reset } from '#test/drivers/link-driver.ts';
import { signIn, signInBasic } from '#test/drivers/flow-driver.ts';
import { nameOf } from '#test/drivers/outcome.ts';
import {
  createAccount,
  createTestDeps,
  mailsTo,
  rightPassword,
  type TestDeps,
} from '#test/setup/test-deps.ts';

let deps: TestDeps;
beforeAll(async () => {
  const known = await createTestDeps();
  deps = {
    ...known,
    breachedPasswords: {
      async isKnown(password) {
        asked.push(password);
        await answering;
        return password === rightPassword;
      },
    },
  };
});
afterAll(() => deps.close());

const asked: string[] = [];
let answering: Promise<void> | undefined;

const kindsTo = async (email: string) => (await mailsTo(deps, email)).map(({ kind }) => kind);

test('A10: a new password of a breach is refused, and does not consume the link', async () => {
  const { email } = await createAccount(deps);
  const link = await recoverToLink(deps, email);
  const { refusal } = await reset(deps, link, undefined, rightPassword);
  expect(refusal?.details.fields).toEqual({ password: ['is_breached'] });
  expect(nameOf(await reset(deps, link))).toBe('answered');
});

test('A10: a sign-in with a password of a breach works without waiting, and its owner gets one email', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const { promise, resolve } = Promise.withResolvers<void>();
  answering = promise;
  await signInBasic(deps, email);
  expect(await kindsTo(email)).toEqual([]);
  resolve();
  await vi.waitFor(async () => expect(await kindsTo(email)).toEqual(['breachedPassword']));
  answering = undefined;
  const count = asked.length;
  await signInBasic(deps, email);
  await vi.waitFor(() => expect(asked.length).toBe(count + 1));
  expect(await kindsTo(email)).toEqual(['breachedPassword']);
});

test('A10: a wrong password and an unknown address are not looked up', async () => {
  const { email } = await createAccount(deps);
  const count = asked.length;
  await signIn(deps, email, 'Wrong-Harbour-27!');
  await signIn(deps, 'unknown@northline.test');
  expect(asked.length).toBe(count);
});
