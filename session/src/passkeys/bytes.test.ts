import { expect, it } from 'vitest';

import { fromBase64url, toBase64url } from './bytes.ts';

it.each([0, 1, 2, 3, 56])('%d bytes come back from text as they went', (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => 255 - at * 3);
  const text = toBase64url(bytes.buffer);
  expect(text).toMatch(/^[\w-]*$/);
  expect(text).toHaveLength(Math.ceil((length * 4) / 3));
  expect(fromBase64url(text)).toEqual(bytes);
});
