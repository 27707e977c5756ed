import fc from 'fast-check';
import { expect, it } from 'vitest';

import { encodeCbor, type Writable } from '#test/passkeys/cbor-writer.ts';
import { decodeCbor, decodeMap } from './cbor.ts';

const { value } = fc.letrec<{ value: Writable; leaf: Writable }>((tie) => ({
  leaf: fc.oneof(
    fc.integer({ min: -0x1_0000_0000, max: 0xffff_ffff }),
    fc.string({ unit: 'grapheme' }),
    fc.boolean(),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  ),
  value: fc.oneof(
    { maxDepth: 3 },
    tie('leaf'),
    fc.array(tie('value'), { maxLength: 30 }),
    fc
      .uniqueArray(fc.tuple(fc.oneof(fc.integer({ min: -300, max: 300 }), fc.string()), tie('value')), {
        selector: ([key]) => key,
      })
      .map((entries) => new Map(entries)),
  ),
}));

it('reads what was written, to its end and no further', () => {
  fc.assert(
    fc.property(value, fc.uint8Array(), (written, tail) => {
      const bytes = encodeCbor(written);
      expect(decodeCbor(Buffer.concat([bytes, tail]))).toEqual({ value: written, length: bytes.length });
    }),
    { numRuns: 300 },
  );
});

it.each([
  ['nothing', ''],
  ['a text that ends early', '6361'],
  ['a number in two bytes that fits in one', '1801'],
  ['a length in three bytes that fits in two', '590001ff'],
  ['a number above 2⁵³', '1b0020000000000000'],
  ['an indefinite list', '9fff'],
  ['a tag', 'c000'],
  ['a float', 'f93c00'],
  ['null', 'f6'],
  ['a key twice', 'a201010102'],
  ['a key that is a list', 'a18001'],
  ['text that is no UTF-8', '61ff'],
  ['lists five deep', '818181818180'],
])('refuses %s', (_, hex) => {
  expect(() => decodeCbor(Buffer.from(hex, 'hex'))).toThrow(/CBOR|encoded data/);
});

it('a map is the whole of the bytes', () => {
  expect(decodeMap(Buffer.from('a0', 'hex'))).toEqual(new Map());
  expect(() => decodeMap(Buffer.from('a000', 'hex'))).toThrow('CBOR is not one map');
  expect(() => decodeMap(Buffer.from('80', 'hex'))).toThrow('CBOR is not one map');
});
