import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';

import { makeSamlJwk } from '#dev/identity-provider/saml-key.ts';

import { newCode, hashCode, hashTypedCode, isCode } from './codes.ts';
import { newDeviceToken, readDeviceToken } from './device-token.ts';
import { loadKeys, makeKeySet } from './keys.ts';
import { openMailValues, sealMailValues, keyFrom, seal, unseal } from './sealing.ts';
import { hashHandle, newHandle } from './handles.ts';

const set = makeKeySet();
const [samlJwk, otherJwk] = await Promise.all([makeSamlJwk('a', Date.now()), makeSamlJwk('b', Date.now())]);
const shortJwk = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ format: 'jwk' });
const { kty, n, e } = samlJwk;
const keys = loadKeys(set);

test('a key set is read from JSON, and publishes nothing private', () => {
  const again = loadKeys(JSON.stringify(set));
  expect(again.signing.kid).toBe(keys.signing.kid);
  expect(again.secret('x')).toEqual(keys.secret('x'));
  expect(again.secret('x')).not.toEqual(again.secret('y'));
  const [jwk, ...others] = keys.publicJwks().keys;
  expect(others).toHaveLength(0);
  expect(Object.keys(jwk ?? {}).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
});

test('an RSA key with a certificate is the SAML key, and is not published', () => {
  expect(keys.saml).toBeUndefined();
  const both = loadKeys({ keys: [samlJwk, ...set.keys, otherJwk] });
  expect(both.saml?.certificate).toBe(samlJwk.x5c[0]);
  expect(both.publicJwks()).toEqual(keys.publicJwks());
  expect(both.signing.kid).toBe(keys.signing.kid);
});

test('a set without a pepper works, with secrets from the signing key', () => {
  const bare = loadKeys({ keys: set.keys.filter(({ kty }) => kty === 'EC') });
  expect(bare.pepper).toBeUndefined();
  expect(bare.secret('x')).not.toEqual(keys.secret('x'));
});

test.each([
  ['no JSON', 'x{'],
  ['no list', {}],
  ['no signing key', { keys: set.keys.filter(({ kty }) => kty === 'oct') }],
  ['a public key', { keys: keys.publicJwks().keys }],
  ['a short pepper', { keys: [set.keys[0], { kty: 'oct', k: 'c2hvcnQ' }] }],
  ['two keys with one id', { keys: [set.keys[0], set.keys[0]] }],
  ['a broken key', { keys: [{ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', d: 'AA' }] }],
  ['a short RSA key', { keys: [...set.keys, { ...shortJwk, x5c: samlJwk.x5c }] }],
  ['a public RSA key', { keys: [...set.keys, { kty, n, e, x5c: samlJwk.x5c }] }],
  ['an RSA key without a certificate', { keys: [...set.keys, { ...samlJwk, x5c: undefined }] }],
  ['an RSA key and a broken certificate', { keys: [...set.keys, { ...samlJwk, x5c: ['AAAA'] }] }],
  ["an RSA key and another's certificate", { keys: [...set.keys, { ...samlJwk, x5c: otherJwk.x5c }] }],
])('a set with %s is refused in one sentence', (_what, bad) => {
  expect(() => loadKeys(bad)).toThrow(/key set/);
});

test('A6, A9: codes have six digits and are bound to their challenge', () => {
  const codes = Array.from({ length: 2000 }, newCode);
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
  expect(new Set(codes).size).toBeGreaterThan(1900);
  expect(isCode(hashCode(keys, 'a', '123456'), hashTypedCode(keys, 'a', '123456'))).toBe(true);
  expect(isCode(hashCode(keys, 'a', '123456'), hashTypedCode(keys, 'b', '123456'))).toBe(false);
});

test('a sealed value opens only with its key and for its row', () => {
  const key = keyFrom('a token', 'successor');
  const sealed = seal(key, 'the next token', 'row 1');
  expect(unseal(key, sealed, 'row 1')).toBe('the next token');
  expect(unseal(key, sealed, 'row 2')).toBeUndefined();
  expect(unseal(keyFrom('another', 'successor'), sealed, 'row 1')).toBeUndefined();
  expect(unseal(key, sealed.subarray(0, 20), 'row 1')).toBeUndefined();
  let opened = 0;
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const flipped = Buffer.from(sealed);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    if (unseal(key, flipped, 'row 1') !== undefined) opened += 1;
  }
  expect(opened).toBe(0);
  const values = sealMailValues(keys, 'mail 1', { code: '123456' });
  expect(openMailValues(keys, 'mail 1', values)).toEqual({ code: '123456' });
  expect(openMailValues(keys, 'mail 2', values)).toBeUndefined();
});

test('a device token is accepted only if this service issued it, in its canonical spelling', () => {
  const token = newDeviceToken(keys);
  expect(token).toHaveLength(69);
  expect(readDeviceToken(keys, token)).toMatch(/^[\w-]{22}$/);
  let accepted = 0;
  for (let bit = 0; bit < token.length * 8; bit += 1) {
    const bytes = Buffer.from(token, 'latin1');
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    if (readDeviceToken(keys, bytes.toString('latin1')) !== undefined) accepted += 1;
  }
  for (const other of [undefined, null, 7, {}, '', 'd1..', newDeviceToken(loadKeys(makeKeySet()))])
    if (readDeviceToken(keys, other) !== undefined) accepted += 1;
  expect(accepted).toBe(0);
});

test('handles have 256 bits and are stored as their hash', () => {
  const handle = newHandle();
  expect(handle).toMatch(/^[\w-]{43}$/);
  expect(hashHandle(handle)).toHaveLength(32);
  expect(newHandle()).not.toBe(handle);
});
