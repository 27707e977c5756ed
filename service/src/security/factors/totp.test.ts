/** The codes of an authenticator app against RFC 6238 and another implementation (threat A20). */
import { Secret, TOTP, URI } from 'otpauth';
import { expect, it } from 'vitest';

import { base32, newTotpSecret, noStep, otpauthUri, stepOfCode, totpCode } from './totp.ts';

const ofBytes = (secret: Uint8Array) => new Secret({ buffer: Uint8Array.from(secret).buffer });

it.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('RFC 6238, appendix B: the code at %d seconds', (seconds, eightDigits) => {
  expect(totpCode(Buffer.from('12345678901234567890'), Math.floor(seconds / 30))).toBe(eightDigits.slice(2));
});

it('makes the codes and the secrets that another implementation makes', () => {
  for (let round = 0; round < 200; round += 1) {
    const secret = newTotpSecret();
    const at = round * 123_456_789;
    expect(totpCode(secret, Math.floor(at / 30_000))).toBe(
      new TOTP({ secret: ofBytes(secret) }).generate({ timestamp: at }),
    );
    expect(base32(secret)).toBe(ofBytes(secret).base32);
  }
  for (const length of [0, 1, 2, 3, 4, 5, 6, 19])
    expect(base32(Buffer.alloc(length, 0xa7))).toBe(ofBytes(Buffer.alloc(length, 0xa7)).base32);
});

it('names issuer and account in the address for the app', () => {
  const secret = newTotpSecret();
  const read = URI.parse(otpauthUri(secret, 'Nörthline & Co: phones', 'ada+1@northline.test')) as TOTP;
  expect([read.issuer, read.label, read.secret.base32, read.digits, read.period, read.algorithm]).toEqual([
    'Nörthline & Co phones',
    'ada+1@northline.test',
    base32(secret),
    6,
    30,
    'SHA1',
  ]);
});

it('A20: a code is right for one step before and after, and only after the last one that was accepted', () => {
  const secret = newTotpSecret();
  const now = 1_700_000_010_000;
  const step = Math.floor(now / 30_000);
  const found = [-2, -1, 0, 1, 2].map((by) =>
    stepOfCode(secret, totpCode(secret, step + by), { now, after: noStep }),
  );
  expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
  expect(stepOfCode(secret, totpCode(secret, step), { now, after: step })).toBeUndefined();
  expect(stepOfCode(secret, totpCode(secret, step), { now, after: step - 1 })).toBe(step);
  expect(stepOfCode(secret, 'abcdef', { now, after: noStep })).toBeUndefined();
  expect(stepOfCode(secret, '', { now, after: noStep })).toBeUndefined();
});
