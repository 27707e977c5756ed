import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { endpoints } from '@app/contract/calls/endpoints.ts';
import { challengeFromWire } from '@app/contract/calls/wire-names.ts';

import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount, newestCode, rightPassword } from '#test/setup/test-deps.ts';

import { createLog } from './log.ts';

it('D11: contains no password, code, token, address or header of a whole sign-in', async () => {
  const lines: string[] = [];
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const log = createLog({ logLevel: 'trace', environment: 'development' }, to);
  const { app, deps, close } = await createTestApp({ deps: { log } });
  const account = await createAccount(deps);
  const canaries = new Set<string>([rightPassword, account.email]);
  const canary = (name: string): string => {
    const value = `canary-${name}-${Math.random().toString(36).slice(2)}`;
    canaries.add(value);
    return value;
  };
  const post = async (path: string, payload: object | string, type = 'application/json') => {
    const answer = await app.inject({
      method: 'POST',
      url: `${path}?token=${canary('query')}`,
      payload: payload as object,
      headers: {
        'content-type': type,
        authorization: `Bearer ${canary('bearer')}`,
        cookie: `refresh_token=${canary('cookie')}`,
        'idempotency-key': canary('key'),
        'sec-fetch-site': 'same-origin',
      },
    });
    for (const token of answer.body.match(/"(?:session|\w+_token)":"([^"]+)"/g) ?? [])
      canaries.add(JSON.parse(`{${token}}`)[token.split('"')[1] ?? '']);
    return answer;
  };

  const { email } = account;
  const deep = { contextData: { a: { b: { c: JSON.stringify({ password: canary('deep') }) } } } };
  await post(endpoints.signInWithPassword.path, { email, password: canary('wrong'), ...deep });
  await post(endpoints.signInWithPassword.path, `{"email":"${email}","password":"${canary('broken')}"`);
  const first = await post(endpoints.signInWithPassword.path, { email, password: rightPassword });
  const session = challengeFromWire(first.json())?.session;
  const code = await newestCode(deps, email);
  canaries.add(code);
  await post(endpoints.verifyCode.path, { email, code: '000001', session });
  const tokens = (await post(endpoints.verifyCode.path, { email, code, session })).json();
  expect(tokens).toHaveProperty('id_token');
  await post(endpoints.refreshTokens.path, { refreshToken: tokens.refresh_token });
  await post(endpoints.revokeTokens.path, { refreshToken: canary('unknown') });
  await post(
    '/login',
    new URLSearchParams({ email, password: canary('form') }).toString(),
    'application/x-www-form-urlencoded',
  );
  await post(endpoints.resendCode.path, { email: `evil\r\n{"level":"error"}\u001b[31m@x.test` });
  log.info(
    { password: canary('logged'), token: canary('token'), deeper: { refreshToken: canary('inner') } },
    'a mistake',
  );
  await close();

  const text = lines.join('');
  const found = [...canaries].filter((value) => text.includes(value));
  expect(found).toEqual([]);
  expect(lines.length).toBeGreaterThan(8);
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  expect(text).toContain('"step":"mfa.code"');
  expect(text).toContain('"category":"authentication"');
});
