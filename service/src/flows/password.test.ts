import { afterAll, beforeAll, expect, test } from 'vitest';
import { flows } from '#flows/flows.ts';
import {
  callFrom,
  createAccount,
  createTestDeps,
  newestCode,
  rightPassword,
  type TestDeps,
} from '#test/test-deps.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await createTestDeps();
});
afterAll(() => deps.close());

test('the right password and the mailed code give tokens', async () => {
  const { email } = await createAccount(deps);
  const first = await flows.signInWithPassword({ email, password: rightPassword }, callFrom(), deps);
  if (!('mfa' in first)) throw new Error('expected a challenge');
  const code = await newestCode(deps, email);
  const tokens = await flows.verifyCode({ email, code, session: first.mfa.session }, callFrom(), deps);
  const next = await flows.refreshTokens({ refreshToken: tokens.refresh_token }, callFrom(), deps);
  expect(next.refresh_token).not.toBe(tokens.refresh_token);
  await flows.revokeTokens({ refreshToken: next.refresh_token }, callFrom(), deps);
});
