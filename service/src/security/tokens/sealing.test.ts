import { hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';

import { keyFrom } from './sealing.ts';

test('a derived key is that of HKDF-SHA-256 without salt, for secrets and purposes of any length (RFC 5869)', () => {
  const texts = [
    '',
    'a',
    'kept answer',
    'ä',
    'x'.repeat(63),
    'x'.repeat(64),
    'x'.repeat(65),
    'é'.repeat(400),
  ];
  for (const secret of texts)
    for (const purpose of texts) {
      const expected = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
      expect(keyFrom(secret, purpose)).toEqual(expected);
    }
});
