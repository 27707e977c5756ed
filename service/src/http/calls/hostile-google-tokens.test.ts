/** Threat B3: refuses hostile ID tokens over HTTP, with a real issuer on loopback. */
import { generateKeyPairSync, sign, createHmac, constants } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { signIdToken } from '#security/tokens/tokens.ts';
import {
  encode,
  goodClaims,
  type GoogleIssuer,
  jwkOf,
  jws,
  makeTestKey,
  newSubject,
  startGoogleIssuer,
} from '#test/drivers/google-issuer.ts';
import { processorTime } from '#test/setup/processor.ts';
import { createTestApp, type TestApp } from '#test/setup/test-app.ts';
import { createAccount } from '#test/setup/test-deps.ts';

let issuer: GoogleIssuer;
let service: TestApp;
let email: string;
let accountId: string;
beforeAll(async () => {
  issuer = await startGoogleIssuer();
  service = await createTestApp({ settings: { google: issuer.google } });
  ({ email, id: accountId } = await createAccount(service.deps, { method: 'google' }));
});
afterAll(async () => {
  await service.close();
  await issuer.close();
});

let clients = 0;
/** A new client for each, so that no rate limit answers first. */
const post = (idToken: unknown, app = service) =>
  app.app.inject({
    method: 'POST',
    url: endpoints.signInWithGoogle.path,
    payload: { idToken },
    remoteAddress: `10.9.0.${(clients += 1)}`,
  });

const sub = newSubject();

function hostileTokens(): Record<string, unknown> {
  const { google, key } = issuer;
  const now = service.deps.clock();
  const seconds = Math.floor(now / 1000);
  const good = { ...goodClaims(google, email, now), sub };
  const header = { alg: 'RS256', typ: 'JWT', kid: key.kid };
  const attacker = makeTestKey(key.kid);
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  const claims = (changes: object): string => jws(header, { ...good, ...changes }, key.privateKey);
  const without = (name: keyof typeof good): string =>
    jws(header, Object.fromEntries(Object.entries(good).filter(([one]) => one !== name)), key.privateKey);
  /** Signed by the issuer itself, but with another header. */
  const headed = (changes: object): string => jws({ ...header, ...changes }, good, key.privateKey);
  /** Signed by another party, whose key is in the header or at an address in the header. */
  const forged = (changes: object): string => jws({ ...header, ...changes }, good, attacker.privateKey);
  const hmac = (secret: string | Buffer) =>
    jws({ ...header, alg: 'HS256' }, good, (text) => createHmac('sha256', secret).update(text).digest());
  const rsa = (alg: string, hash: string, padding: number) =>
    jws({ ...header, alg }, good, (text) => sign(hash, Buffer.from(text), { key: key.privateKey, padding }));
  const raw = (payload: string): string => jws(header, payload, key.privateKey);

  const whole = claims({});
  const [first = '', second = '', third = ''] = whole.split('.');
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const spareBits = third.slice(0, -1) + alphabet[alphabet.indexOf(third.at(-1) ?? '') | 1];

  return {
    'alg none, no signature': jws({ ...header, alg: 'none' }, good, () => ''),
    'alg nOnE, with the signature of another': `${encode({ ...header, alg: 'nOnE' })}.${second}.${third}`,
    'alg none, with a signature': headed({ alg: 'none' }),
    'alg missing': headed({ alg: undefined }),
    'HS256 with the public key as PEM': hmac(key.publicKey.export({ type: 'spki', format: 'pem' })),
    'HS256 with the public key as DER': hmac(key.publicKey.export({ type: 'spki', format: 'der' })),
    'HS256 with the modulus': hmac(jwkOf(key).n ?? ''),
    'HS256 with nothing': hmac(''),
    'RS384 of the right key': rsa('RS384', 'sha384', constants.RSA_PKCS1_PADDING),
    'RS512 of the right key': rsa('RS512', 'sha512', constants.RSA_PKCS1_PADDING),
    'PS256 of the right key': rsa('PS256', 'sha256', constants.RSA_PKCS1_PSS_PADDING),
    RS1: rsa('RS1', 'sha1', constants.RSA_PKCS1_PADDING),
    'SHA-1 under the name of RS256': rsa('RS256', 'sha1', constants.RSA_PKCS1_PADDING),
    'ES256 of a key of its own': jws({ ...header, alg: 'ES256' }, good, (text) =>
      sign('sha256', Buffer.from(text), { key: elliptic.privateKey, dsaEncoding: 'ieee-p1363' }),
    ),
    'another key by the same id': forged({}),
    'jwk in the header': forged({ jwk: jwkOf(attacker) }),
    'jwk in the header, no kid': forged({ jwk: jwkOf(attacker), kid: undefined }),
    'jku in the header': forged({ jku: `${google.issuer}/elsewhere.json` }),
    'x5u in the header': forged({ x5u: `${google.issuer}/elsewhere.pem` }),
    'x5c in the header': forged({
      x5c: [attacker.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')],
    }),
    'kid unknown': headed({ kid: 'key-of-nobody' }),
    'kid missing': headed({ kid: undefined }),
    'kid empty': headed({ kid: '' }),
    'kid a number': headed({ kid: 1 }),
    'kid a list': headed({ kid: [key.kid] }),
    'kid a path': forged({ kid: '../../../../dev/null' }),
    'kid a query': forged({ kid: "key-1' or '1'='1" }),
    'kid of a prototype': forged({ kid: '__proto__' }),
    'issuer another': claims({ iss: 'https://issuer.example' }),
    'issuer with a slash': claims({ iss: `${google.issuer}/` }),
    "issuer Google's, where it is not": claims({ iss: 'https://accounts.google.com' }),
    'issuer a list': claims({ iss: [google.issuer] }),
    'issuer missing': without('iss'),
    'audience another': claims({ aud: 'client-of-another' }),
    'audience with ours inside': claims({ aud: `${google.clientId}.example` }),
    'audience a list of ours': claims({ aud: [google.clientId] }),
    'audience a list with ours': claims({ aud: ['client-of-another', google.clientId] }),
    'audience empty': claims({ aud: '' }),
    'audience missing': without('aud'),
    'authorized party another': claims({ azp: 'client-of-another' }),
    'expired 60 s ago': claims({ exp: seconds - 60 }),
    'expired long ago': claims({ exp: 0, iat: 0 }),
    'exp missing': without('exp'),
    'exp a string': claims({ exp: String(good.exp) }),
    'exp without an end': raw(JSON.stringify(good).replace(/"exp":\d+/, '"exp":1e999')),
    'iat missing': without('iat'),
    'iat a string': claims({ iat: String(good.iat) }),
    'iat in the future': claims({ iat: seconds + 61 }),
    'iat too long ago': claims({ iat: seconds - 661 }),
    'nbf in the future': claims({ nbf: seconds + 120 }),
    'email_verified false': claims({ email_verified: false }),
    "email_verified 'true'": claims({ email_verified: 'true' }),
    'email_verified 1': claims({ email_verified: 1 }),
    'email_verified missing': without('email_verified'),
    'email with two @': claims({ email: `${email}@evil.test` }),
    'email a list': claims({ email: [email] }),
    'email with a name': claims({ email: `Ada <${email}>` }),
    'email with two addresses': claims({ email: `${email},eve@evil.test` }),
    'email with a line break': claims({ email: `${email}\r\nbcc:eve@evil.test` }),
    'email with a zero': claims({ email: `${email}\0` }),
    'email missing': without('email'),
    'sub missing': without('sub'),
    'sub empty': claims({ sub: '' }),
    'sub a number': claims({ sub: 1 }),
    'sub with a zero': claims({ sub: 'a\0b' }),
    'sub too long': claims({ sub: '1'.repeat(256) }),
    'typ of an access token': headed({ typ: 'at+jwt' }),
    'typ of a security event': headed({ typ: 'application/secevent+jwt' }),
    'typ of a logout token': headed({ typ: 'logout+jwt' }),
    'typ a number': headed({ typ: 1 }),
    'crit of an unknown extension': headed({ crit: ['exp-of-another-kind'], 'exp-of-another-kind': 1 }),
    'crit b64, payload as it is': headed({ crit: ['b64'], b64: false }),
    'crit empty': headed({ crit: [] }),
    'cut in the signature': whole.slice(0, -20),
    'cut in the payload': `${first}.${second.slice(0, -4)}.${third}`,
    'no signature': `${first}.${second}.`,
    'no third part': `${first}.${second}`,
    'a signature of zeros': `${first}.${second}.${encode('\0'.repeat(256))}`,
    'no header': `.${second}.${third}`,
    'no payload': `${first}..${third}`,
    'nothing but dots': '..',
    'five parts': `${whole}.${third}.${third}`,
    padded: `${whole}==`,
    'with blanks': `${first} .${second}.${third}`,
    'another spelling of its last bits': `${first}.${second}.${spareBits}`,
    'standard base64': `${first}.${second}.${Buffer.from(third, 'base64url').toString('base64')}`,
    'the payload of another': `${first}.${encode({ ...good, email: 'eve@evil.test' })}.${third}`,
    nested: jws({ ...header, cty: 'JWT' }, whole, key.privateKey),
    'payload a list': raw(JSON.stringify([good])),
    'payload null': raw('null'),
    'payload no JSON': raw('{"sub":'),
    'payload deep': raw(`${'['.repeat(2000)}${']'.repeat(2000)}`),
    'header a list': `${encode([header])}.${second}.${third}`,
    'header no JSON': `${encode('{"alg":')}.${second}.${third}`,
    'JSON serialization': { payload: second, protected: first, signature: third },
    'a list of tokens': [whole],
    'longer than any': `${whole}${'A'.repeat(8192)}`,
    'our own ID token': signIdToken(
      service.deps.keys,
      {
        sub: accountId,
        email,
        event_id: accountId,
        'custom:user_id': accountId,
        'custom:company_id': accountId,
        'custom:roles': '[]',
        'custom:platform': 'authentication-ui',
      },
      { issuer: google.issuer, audience: google.clientId },
      now,
    ),
  };
}

it('B3: refuses every hostile token and accepts a valid one', async () => {
  const accepted: string[] = [];
  const faults: string[] = [];
  let slowest = 0;
  const hostile = Object.entries(hostileTokens());
  for (const [name, token] of hostile) {
    const begun = processorTime();
    const answer = await post(token);
    slowest = Math.max(slowest, processorTime() - begun);
    if (answer.statusCode < 400) accepted.push(name);
    if (answer.statusCode >= 500) faults.push(name);
  }
  const sessions = await service.deps.store.durable.selectFrom('families').select('id').execute();
  expect({ accepted, faults, sessions }).toEqual({ accepted: [], faults: [], sessions: [] });
  expect(hostile.length).toBeGreaterThanOrEqual(34);
  expect(slowest).toBeLessThan(300);

  // Shows that the hostile ones were not refused for address, account, issuer or key.
  const good = await post(issuer.token(email, service.deps.clock(), { sub }));
  expect(good.statusCode).toBe(200);
  expect(good.json()).toMatchObject({ auth_strategy: 'google' });
});

it('answers unavailable while the issuer is down and no keys are cached, and works afterwards', async () => {
  const other = await startGoogleIssuer();
  const app = await createTestApp({ settings: { google: other.google } });
  const account = await createAccount(app.deps, { method: 'google' });
  other.answerWith((response) => void response.destroy());
  const token = other.token(account.email, app.deps.clock(), { sub });
  const refused = await post(token, app);
  expect({ status: refused.statusCode, name: refused.json().error.name }).toEqual({
    status: 503,
    name: 'unavailable',
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  other.answerWith();
  expect((await post(token, app)).statusCode).toBe(200);

  // Cached keys are still accepted, and a new key as soon as it is published.
  other.answerWith((response) => void response.destroy());
  app.deps.advance(23 * 3_600_000);
  const kept = other.token(account.email, app.deps.clock(), { sub });
  expect((await post(kept, app)).statusCode).toBe(200);
  other.answerWith();
  const next = makeTestKey('key-2');
  other.publish(next);
  app.deps.advance(30_000);
  const rotated = other.token(account.email, app.deps.clock(), { sub }, next);
  expect((await post(rotated, app)).statusCode).toBe(200);
  await app.close();
  await other.close();
});
