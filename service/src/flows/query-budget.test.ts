import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';

import { chosenPassword, newestLink } from '#test/link-driver.ts';
import { callFrom, createAccount, createTestDeps, newestCode, rightPassword } from '#test/test-deps.ts';
import { flows } from './flows.ts';
import { answerOnce } from './once.ts';

test('each call stays within its number of statements, BEGIN and COMMIT included', async () => {
  let statements = 0;
  const deps = await createTestDeps({ onStatement: () => void (statements += 1) });
  const counts: Record<string, number> = {};
  const counted = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    statements = 0;
    const result = await work();
    // Under load one statement gives back the places of many calls; alone it is one for each.
    await deps.store.giveBacks.flush();
    counts[name] = statements;
    return result;
  };
  const call = callFrom();
  const off = await createAccount(deps, { secondStep: 'off' });
  const on = await createAccount(deps);

  const signIn = (email: string) => {
    const body = { email, password: rightPassword };
    return answerOnce('signInWithPassword', randomUUID(), body, call, deps, (known) =>
      flows.signInWithPassword(body, known, deps),
    );
  };
  const basic = await counted('sign-in without second step', () => signIn(off.email));
  const mfa = await counted('sign-in with second step', () => signIn(on.email));
  if (!('basic' in basic) || !('mfa' in mfa)) throw new Error('the policies are not as set up');
  const code = { email: on.email, code: await newestCode(deps, on.email), session: mfa.mfa.session };
  await counted('code', () =>
    answerOnce('verifyCode', randomUUID(), code, call, deps, (known) => flows.verifyCode(code, known, deps)),
  );
  const refresh = { refreshToken: basic.basic.refresh_token };
  await counted('refresh', () =>
    answerOnce('refreshTokens', randomUUID(), refresh, call, deps, (known) =>
      flows.refreshTokens(refresh, known, deps),
    ),
  );
  const recover = { email: on.email };
  await counted('recover', () =>
    answerOnce('recoverPassword', randomUUID(), recover, call, deps, (known) =>
      flows.recoverPassword(recover, known, deps),
    ),
  );
  const { token } = await newestLink(deps, on.email, 'passwordReset');
  await counted('check of a link', () =>
    flows.checkLink({ kind: 'reset', email: on.email, token }, call, deps),
  );
  const chosen = { password: chosenPassword, passwordConfirmation: chosenPassword };
  const reset = { email: on.email, code: token, ...chosen };
  await counted('reset', () =>
    answerOnce('resetPassword', randomUUID(), reset, call, deps, (known) =>
      flows.resetPassword(reset, known, deps),
    ),
  );
  const signUp = { email: 'founder@harbour.test', companyName: 'Harbour Works', ...chosen };
  await counted('signup', () =>
    answerOnce('signUp', randomUUID(), signUp, call, deps, (known) => flows.signUp(signUp, known, deps)),
  );
  await deps.close();
  console.log('statements:', counts);
  expect(counts['sign-in without second step']).toBeLessThanOrEqual(6);
  expect(counts['sign-in with second step']).toBeLessThanOrEqual(8);
  expect(counts['refresh']).toBeLessThanOrEqual(5);
  expect(counts['code']).toBeLessThanOrEqual(8);
  expect(counts['recover']).toBeLessThanOrEqual(4);
  expect(counts['check of a link']).toBeLessThanOrEqual(2);
  expect(counts['reset']).toBeLessThanOrEqual(9);
  expect(counts['signup']).toBeLessThanOrEqual(4);
});
