import { generateKeyPairSync, verify } from 'node:crypto';
import { expect, test } from 'vitest';

import { signEs256, toPair } from './es256.ts';

const filled = (length: number, byte: number): number[] => Array.from({ length }, () => byte);
const integer = (...bytes: number[]): number[] => [0x02, bytes.length, ...bytes];
const sequence = (...content: number[]): Buffer => Buffer.from([0x30, content.length, ...content]);

test.each([
  [
    'both of 32 bytes',
    integer(...filled(32, 0x7f)),
    integer(...filled(32, 0x11)),
    [...filled(32, 0x7f), ...filled(32, 0x11)],
  ],
  [
    'with the zero of a high first bit',
    integer(0, ...filled(32, 0xff)),
    integer(0, ...filled(32, 0x80)),
    [...filled(32, 0xff), ...filled(32, 0x80)],
  ],
  ['shorter ones', integer(...filled(31, 0x22)), integer(5), [0, ...filled(31, 0x22), ...filled(31, 0), 5]],
])('two numbers, %s, become 64 bytes', (_name, r, s, expected) => {
  expect([...toPair(sequence(...r, ...s))]).toEqual(expected);
});

test('what has something after the two numbers is no signature', () => {
  expect(() => toPair(sequence(...integer(1), ...integer(2), 0))).toThrow('no signature');
});

test('1,000 signatures verify as those of a JWS', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const verified = Array.from({ length: 1000 }, (_, n) => {
    const signature = signEs256(`text ${n}`, privateKey);
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    return signature.length === 64 && verify('sha256', Buffer.from(`text ${n}`), key, signature);
  }).filter(Boolean).length;
  expect(verified).toBe(1000);
});
