/**
 * A page that is compressed once at start; each request appends its own short end uncompressed, which every decoder
 * accepts (RFC 7932 §9.2; RFC 1951 §3.2.4).
 */
import { brotliCompressSync, constants, crc32, gzipSync } from 'node:zlib';

export interface CompressedPage {
  /** The whole document with this end, in an encoding. 1 to 65,535 bytes. */
  end(text: string, encoding: Encoding): Buffer;
}

/** Compresses the beginning of a page. The stream is flushed, not finished, so that any end can follow. */
export function compressPage(beginning: string, brotliQuality: number): CompressedPage {
  const identity = Buffer.from(beginning);
  const br = brotliCompressSync(identity, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
    },
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
  });
  const gzip = gzipSync(identity, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
  const checksum = crc32(identity);

  return {
    end(text, encoding) {
      const end = Buffer.from(text);
      if (end.length === 0 || end.length > 0xffff) throw new RangeError('the end of a document is too long');
      if (encoding === 'br') return Buffer.concat([br, brotliHeader(end.length), end, brotliEnd]);
      if (encoding === 'gzip')
        return Buffer.concat([
          gzip,
          deflateHeader(end.length),
          end,
          gzipTrailer(crc32(end, checksum), identity.length + end.length),
        ]);
      return Buffer.concat([identity, end]);
    },
  };
}

/** An uncompressed metablock: not the last, four nibbles of length less one, ISUNCOMPRESSED, padding. */
function brotliHeader(length: number): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3);
  return header;
}

/** The last metablock, which is empty. */
const brotliEnd = Buffer.from([0b11]);

/** A stored block, the last: its length, and the complement of it. */
function deflateHeader(length: number): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt8(1, 0);
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(length ^ 0xffff, 3);
  return header;
}

/** RFC 1952 §2.3.1. */
function gzipTrailer(checksum: number, size: number): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(size, 4);
  return trailer;
}

/** How an answer may be compressed, the best first. */
export type Encoding = 'br' | 'gzip' | undefined;

/** The best encoding of an `Accept-Encoding` header (RFC 9110 §12.5.3). */
export function encodingOf(accepted = ''): Encoding {
  const names = accepted
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim().toLowerCase());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : undefined;
}
