import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

import { compressPage } from './compressed-page.ts';

const words = 'Sign in to your account. Anmelden – « Se connecter » '.split(' ');
const textOf = (length: number): string =>
  Array.from({ length }, (_, index) => words[(index * index + 7 * index) % words.length]).join(' ');

it('appends to a compressed document in every encoding', () => {
  for (const quality of [1, 6, 11]) {
    for (const length of [1, 40, 4000]) {
      const beginning = textOf(length);
      const document = compressPage(beginning, quality);
      for (const end of [
        '>',
        '</html>',
        `<input value="${'k'.repeat(22)}">é`,
        textOf(900),
        'x'.repeat(0xffff),
      ]) {
        const whole = beginning + end;
        expect(brotliDecompressSync(document.end(end, 'br')).toString()).toBe(whole);
        expect(gunzipSync(document.end(end, 'gzip')).toString()).toBe(whole);
        expect(document.end(end, undefined).toString()).toBe(whole);
      }
    }
  }
  expect(() => compressPage('a', 1).end('', 'br')).toThrow(RangeError);
  expect(() => compressPage('a', 1).end('x'.repeat(0x10000), 'gzip')).toThrow(RangeError);
});

it('adds no more than its own bytes', () => {
  const beginning = textOf(4000);
  const end = `<input value="${'k'.repeat(22)}">`;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  const atOnce = brotliCompressSync(beginning, { params }).length;
  const more = compressPage(beginning, 11).end(end, 'br').length - atOnce - end.length;
  expect(more).toBeLessThanOrEqual(8);
});
