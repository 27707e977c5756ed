import { createHmac, sign } from 'node:crypto';
import { expect, test } from 'vitest';

import { type Keys, loadKeys, makeKeySet } from './keys.ts';
import { rawSignature, signAccessToken, signIdToken, verifyAccessToken, verifyIdToken } from './tokens.ts';

const first = makeKeySet();
const keys = loadKeys(first);
const audience = { issuer: 'http://localhost:4000', audience: 'web' };
const now = Date.UTC(2026, 10, 21, 9);
const claims = {
  sub: 'u1',
  email: 'ada@northline.test',
  event_id: 'e1',
  'custom:user_id': 'u1',
  'custom:company_id': 'c1',
  'custom:roles': '["Admin"]',
  'custom:platform': 'dashboard',
};
const idToken = signIdToken(keys, claims, audience, now);
const accessToken = signAccessToken(keys, { sub: 'u1', sid: 'f1' }, audience, now);

test('an ID token contains the signed claims and is valid for fifteen minutes', async () => {
  const iat = now / 1000;
  expect(await verifyIdToken(keys, idToken, audience, now)).toEqual({
    ...claims,
    iss: audience.issuer,
    aud: 'web',
    iat,
    exp: iat + 900,
  });
  expect(await verifyIdToken(keys, idToken, audience, now + 899_000)).toBeDefined();
  expect(await verifyIdToken(keys, idToken, audience, now + 900_000)).toBeUndefined();
  expect(idToken.length).toBeLessThan(3500);
});

test('a signature has 64 bytes, also of a short number and of one with a high first bit', () => {
  const der = Buffer.from(`3026020101022100${'ff'.repeat(32)}`, 'hex');
  expect(rawSignature(der).toString('hex')).toBe(`${'00'.repeat(31)}01${'ff'.repeat(32)}`);
});

test('a rotated key set still verifies the tokens of the old key', async () => {
  const rotated = loadKeys({ keys: [...makeKeySet().keys.filter(({ kty }) => kty === 'EC'), ...first.keys] });
  expect(await verifyIdToken(rotated, idToken, audience, now)).toBeDefined();
  expect(rotated.signing.kid).not.toBe(keys.signing.kid);
  expect(rotated.publicJwks().keys).toHaveLength(2);
  expect(
    await verifyIdToken(keys, signIdToken(rotated, claims, audience, now), audience, now),
  ).toBeUndefined();
});

test('B3: hostile tokens are refused', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payload = { ...claims, iss: audience.issuer, aud: 'web', iat: now / 1000, exp: now / 1000 + 900 };
  const { kid } = keys.signing;
  const made = (header: object, body: object, with_: Keys = keys) => {
    const text = `${part(header)}.${part(body)}`;
    const signature = sign('sha256', Buffer.from(text), {
      key: with_.signing.privateKey,
      dsaEncoding: 'ieee-p1363',
    });
    return `${text}.${signature.toString('base64url')}`;
  };
  const good = { alg: 'ES256', typ: 'JWT', kid };
  expect(await verifyIdToken(keys, made(good, payload), audience, now)).toBeDefined();

  const stranger = loadKeys(makeKeySet());
  const pem = keys.signing.publicKey.export({ type: 'spki', format: 'pem' });
  const hs = `${part({ ...good, alg: 'HS256' })}.${part(payload)}`;
  const [header, body, signature] = idToken.split('.');
  const hostile = [
    `${part({ ...good, alg: 'none' })}.${part(payload)}.`,
    `${part({ ...good, alg: 'None' })}.${part(payload)}.`,
    `${hs}.${createHmac('sha256', pem).update(hs).digest('base64url')}`,
    made(good, payload, stranger),
    made({ ...good, kid: stranger.signing.kid }, payload, stranger),
    made({ ...good, kid: undefined }, payload),
    made({ ...good, jwk: stranger.publicJwks().keys[0] }, payload, stranger),
    made({ ...good, jku: 'https://evil.test/jwks.json' }, payload, stranger),
    made({ ...good, crit: ['b64'], b64: false }, payload),
    made({ ...good, typ: 'at+jwt' }, payload),
    made({ ...good, typ: undefined }, payload),
    made({ ...good, alg: 'ES384' }, payload),
    made(good, { ...payload, iss: 'https://evil.test' }),
    made(good, { ...payload, iss: undefined }),
    made(good, { ...payload, aud: 'mobile' }),
    made(good, { ...payload, aud: ['mobile', 'other'] }),
    made(good, { ...payload, aud: undefined }),
    made(good, { ...payload, exp: now / 1000 - 1 }),
    made(good, { ...payload, exp: undefined }),
    made(good, { ...payload, iat: undefined }),
    made(good, { ...payload, iat: now / 1000 - 901 }),
    made(good, { ...payload, iat: now / 1000 + 600 }),
    made(good, { ...payload, sub: undefined }),
    made(good, { ...payload, email: undefined }),
    accessToken,
    `${header}.${body}.`,
    `${header}.${body}`,
    `${header}..${signature}`,
    `${idToken}=`,
    `${idToken}.x`,
    ` ${idToken}`,
    '',
    '..',
    'x'.repeat(10_000),
  ];
  let accepted = 0;
  for (const token of hostile) if (await verifyIdToken(keys, token, audience, now)) accepted += 1;
  if (await verifyAccessToken(keys, idToken, audience, now)) accepted += 1;
  expect(accepted).toBe(0);
  expect(await verifyAccessToken(keys, accessToken, audience, now)).toMatchObject({ sub: 'u1', sid: 'f1' });
});

test('B3: a token with one flipped bit is refused', async () => {
  let accepted = 0;
  for (let round = 0; round < 1000; round += 1) {
    const id = round % 2 === 0;
    const bytes = Buffer.from(id ? idToken : accessToken, 'latin1');
    const bit = Math.floor((round / 1000) * bytes.length * 8);
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const token = bytes.toString('latin1');
    if (await (id ? verifyIdToken : verifyAccessToken)(keys, token, audience, now)) accepted += 1;
  }
  // The last characters hold the spare bits of base64url: every bit of them, too.
  for (let bit = 0; bit < 24; bit += 1) {
    const bytes = Buffer.from(idToken, 'latin1');
    const at = bytes.length - 3 + (bit >> 3);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
    if (await verifyIdToken(keys, bytes.toString('latin1'), audience, now)) accepted += 1;
  }
  expect(accepted).toBe(0);
});
