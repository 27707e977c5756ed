/** Finds out how the text of a file is encoded, and decodes it piece by piece, so that a file of any size needs little memory. */

/** `windows-1252` is a guess: what spreadsheets write where a file is not UTF-8 (WHATWG Encoding: it accepts any bytes). */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** By its byte order mark, by the zero bytes of Latin text in UTF-16, or by whether all of it is UTF-8. */
export async function encodingOf(file: Blob): Promise<TextEncoding> {
  const start = new Uint8Array(await file.slice(0, 512).arrayBuffer());
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > start.length / 4 && even === 0) return 'utf-16le';
  if (even > start.length / 4 && odd === 0) return 'utf-16be';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of pieces(file)) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The text in pieces, without a byte order mark. */
export async function* decodePieces(file: Blob, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of pieces(file)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** Bytes that are read and parsed before the page can answer to something else. */
const pieceSize = 256 * 1024;

async function* pieces(file: Blob): AsyncGenerator<ArrayBuffer> {
  for (let start = 0; start < file.size; start += pieceSize)
    yield await file.slice(start, start + pieceSize).arrayBuffer();
}
