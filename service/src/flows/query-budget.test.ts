import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';

import { challengeFromWire } from '@app/contract/calls/wire-names.ts';
import { newDeviceToken } from '#security/tokens/device-token.ts';
import { newSubject, startGoogleIssuer } from '#test/drivers/google-issuer.ts';
import { chosenPassword, newestLink } from '#test/drivers/link-driver.ts';
import {
  beginByAddress,
  createSsoCompany,
  createSsoPerson,
  keysWithSaml,
  newAttempt,
  respond,
  readRedirect,
} from '#test/drivers/sso-driver.ts';
import { givePasskey, passkeyBody, signInBy } from '#test/passkeys/passkey-driver.ts';
import { callFrom, createAccount, createTestDeps, newestCode, rightPassword } from '#test/setup/test-deps.ts';

import { flows } from './flows.ts';
import { answerOnce } from '#idempotency/exactly-once.ts';
import { finishSsoLogin } from './providers/sso-login.ts';

/** Deps that count their statements, and the counts by name. */
async function counting(options: Parameters<typeof createTestDeps>[0] = {}) {
  let statements = 0;
  const deps = await createTestDeps({ ...options, onStatement: () => void (statements += 1) });
  const counts: Record<string, number> = {};
  const counted = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    statements = 0;
    const result = await work();
    counts[name] = statements;
    return result;
  };
  return { deps, counts, counted };
}

test('each call stays within its number of statements, the claim of its key, BEGIN and COMMIT included', async () => {
  const { deps, counts, counted } = await counting();
  const call = callFrom();
  const off = await createAccount(deps, { secondStep: 'off' });
  const on = await createAccount(deps);

  const signIn = (email: string) => {
    const body = { email, password: rightPassword };
    return answerOnce({ name: 'signInWithPassword', key: randomUUID(), body, call, deps }, (known) =>
      flows.signInWithPassword(body, known, deps),
    );
  };
  const basic = await counted('sign-in without second step', () => signIn(off.email));
  const challenge = challengeFromWire(await counted('sign-in with second step', () => signIn(on.email)));
  if (!('basic' in basic) || challenge === undefined) throw new Error('the policies are not as set up');
  const code = { email: on.email, code: await newestCode(deps, on.email), session: challenge.session };
  await counted('code', () =>
    answerOnce({ name: 'verifyCode', key: randomUUID(), body: code, call, deps }, (known) =>
      flows.verifyCode(code, known, deps),
    ),
  );
  const passkey = {
    ...(await passkeyBody(deps, await givePasskey(deps, on.id))),
    contextData: { deviceToken: newDeviceToken(deps.keys) },
  };
  await counted('passkey', () =>
    answerOnce({ name: 'signInWithPasskey', key: randomUUID(), body: passkey, call, deps }, (known) =>
      signInBy(deps, passkey, known),
    ),
  );
  const refresh = { refreshToken: basic.basic.refresh_token };
  await counted('refresh', () =>
    answerOnce({ name: 'refreshTokens', key: randomUUID(), body: refresh, call, deps }, (known) =>
      flows.refreshTokens(refresh, known, deps),
    ),
  );
  const recover = { email: on.email };
  await counted('recover', () =>
    answerOnce({ name: 'recoverPassword', key: randomUUID(), body: recover, call, deps }, (known) =>
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
    answerOnce({ name: 'resetPassword', key: randomUUID(), body: reset, call, deps }, (known) =>
      flows.resetPassword(reset, known, deps),
    ),
  );
  const signUp = { email: 'founder@harbour.test', name: 'Mia', companyName: 'Harbour Works', ...chosen };
  await counted('signup', () =>
    answerOnce({ name: 'signUp', key: randomUUID(), body: signUp, call, deps }, (known) =>
      flows.signUp(signUp, known, deps),
    ),
  );
  await deps.close();
  expect(counts['sign-in without second step']).toBeLessThanOrEqual(4);
  expect(counts['sign-in with second step']).toBeLessThanOrEqual(6);
  // The claim of the key, the look-up, the change.
  expect(counts['passkey']).toBe(3);
  expect(counts['refresh']).toBe(1);
  expect(counts['code']).toBeLessThanOrEqual(8);
  expect(counts['recover']).toBeLessThanOrEqual(4);
  expect(counts['check of a link']).toBeLessThanOrEqual(2);
  expect(counts['reset']).toBeLessThanOrEqual(9);
  expect(counts['signup']).toBeLessThanOrEqual(4);
});

test('a sign-in and a refresh open no transaction, and a refresh is one statement', async () => {
  let texts: string[] = [];
  const deps = await createTestDeps({ onStatement: (text) => void texts.push(text) });
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const call = callFrom();
  texts = [];
  const body = { email, password: rightPassword };
  const answer = await answerOnce(
    { name: 'signInWithPassword', key: randomUUID(), body, call, deps },
    (known) => flows.signInWithPassword(body, known, deps),
  );
  const ofSignIn = texts;
  if (!('basic' in answer)) throw new Error('the policy is not as set up');
  texts = [];
  const refresh = { refreshToken: answer.basic.refresh_token };
  await answerOnce({ name: 'refreshTokens', key: randomUUID(), body: refresh, call, deps }, (known) =>
    flows.refreshTokens(refresh, known, deps),
  );
  await deps.close();
  // Whatever has parameters is prepared by name (prepared-pool.ts); a text with none would be planned each time.
  const withoutParameters = [...ofSignIn, ...texts].filter((text) => !text.includes('$1'));
  expect(withoutParameters).toEqual([]);
  expect(texts).toHaveLength(1);
});

test('the calls of Google and single sign-on stay within theirs, too', async () => {
  const issuer = await startGoogleIssuer();
  const { deps, counts, counted } = await counting({
    keys: keysWithSaml(),
    settings: { google: issuer.google },
  });
  const call = callFrom();
  const { email } = await createAccount(deps, { method: 'google' });
  const sub = newSubject();
  const google = async (name: string) => {
    const idToken = issuer.token(email, deps.clock(), { sub });
    const body = { idToken, contextData: { deviceToken: newDeviceToken(deps.keys) } };
    await counted(name, () =>
      answerOnce({ name: 'signInWithGoogle', key: randomUUID(), body, call, deps }, (known) =>
        flows.signInWithGoogle(body, known, deps),
      ),
    );
  };
  await google('Google, the first time');
  await google('Google');
  expect((await newestLink(deps, email, 'newDevice')).token).not.toBe('');

  const company = await createSsoCompany(deps);
  const person = await createSsoPerson(deps, company);
  await counted('SSO: is it offered', () => flows.checkSsoDomain({ domain: 'northline.test' }, call, deps));
  await counted('SSO: where to', () => flows.startSso({ email: person.email }, call, deps));
  const { redirectUri, codeVerifier, codeChallenge } = newAttempt();
  const begun = { redirectUri, codeChallenge, codeChallengeMethod: 'S256' };
  const sent = new URL(await counted('SSO: start page', () => beginByAddress(company.id, begun, call, deps)))
    .searchParams;
  const relayState = sent.get('RelayState') ?? '';
  const request = inflateRawSync(Buffer.from(sent.get('SAMLRequest') ?? '', 'base64')).toString();
  const requestId = / ID="([^"]+)"/.exec(request)?.[1] ?? '';
  const attempt = { redirectUri, codeVerifier, relayState, requestId };
  const answer = respond(deps, company, attempt, { email: person.email });
  const post = () => finishSsoLogin(company.id, { samlResponse: answer, relayState }, call, deps);
  const { code = '' } = readRedirect(await counted('SSO: answer of the provider', post));
  await counted('SSO: the answer again', post);
  const contextData = { deviceToken: newDeviceToken(deps.keys) };
  const body = { code, redirectUrl: redirectUri, codeVerifier, contextData };
  await counted('SSO: code', () =>
    answerOnce({ name: 'signInWithSsoCode', key: randomUUID(), body, call, deps }, (known) =>
      flows.signInWithSsoCode(body, known, deps),
    ),
  );
  await deps.close();
  await issuer.close();
  expect(counts['Google, the first time']).toBeLessThanOrEqual(4);
  expect(counts['Google']).toBeLessThanOrEqual(4);
  expect(counts['SSO: is it offered']).toBeLessThanOrEqual(2);
  expect(counts['SSO: where to']).toBeLessThanOrEqual(2);
  expect(counts['SSO: start page']).toBeLessThanOrEqual(3);
  expect(counts['SSO: answer of the provider']).toBeLessThanOrEqual(4);
  expect(counts['SSO: the answer again']).toBeLessThanOrEqual(1);
  expect(counts['SSO: code']).toBeLessThanOrEqual(3);
});
