import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';

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
  await deps.close();
  console.log('statements:', counts);
  expect(counts['sign-in without second step']).toBeLessThanOrEqual(6);
  expect(counts['sign-in with second step']).toBeLessThanOrEqual(8);
  expect(counts['refresh']).toBeLessThanOrEqual(5);
  expect(counts['code']).toBeLessThanOrEqual(8);
});
