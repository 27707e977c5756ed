/**
 * Reads the CBOR that authenticators write (RFC 8949; CTAP 2.1 §8 "Message Encoding"): integers, byte and text strings,
 * lists, maps and booleans, all of definite length and in their shortest form. Tags, floats, duplicate keys and deep
 * nesting are refused: no key and no attestation of ours has them.
 */
export type Cbor = number | string | boolean | Buffer | readonly Cbor[] | CborMap;
export type CborMap = ReadonlyMap<number | string, Cbor>;

/** Nesting that an extension's output may have. */
const depthMax = 4;
/** The shortest form of an argument: the smallest number that needs 1, 2, 4 or 8 more bytes. */
const smallest = [24, 0x100, 0x1_0000, 0x1_0000_0000];

/** Decodes the one item at the start of `bytes`. Throws an Error if it is not well-formed. `length` in bytes. */
export function decodeCbor(bytes: Buffer): { value: Cbor; length: number } {
  let at = 0;

  const take = (length: number): Buffer => {
    if (length > bytes.length - at) throw new Error('CBOR ends early');
    at += length;
    return bytes.subarray(at - length, at);
  };

  function argument(info: number): number {
    if (info < 24) return info;
    const step = info - 24;
    const least = smallest[step];
    if (least === undefined) throw new Error('CBOR of indefinite length');
    const value = Number(BigInt(`0x${take(2 ** step).toString('hex')}`));
    if (value < least || !Number.isSafeInteger(value))
      throw new Error('CBOR number not in its shortest form');
    return value;
  }

  function map(size: number, depth: number): CborMap {
    const read = new Map<number | string, Cbor>();
    for (let index = 0; index < size; index += 1) {
      const key = item(depth);
      if (typeof key !== 'number' && typeof key !== 'string') throw new Error('CBOR key of another type');
      if (read.has(key)) throw new Error('CBOR key twice');
      read.set(key, item(depth));
    }
    return read;
  }

  function list(size: number, depth: number): Cbor[] {
    const read: Cbor[] = [];
    for (let index = 0; index < size; index += 1) read.push(item(depth));
    return read;
  }

  function item(depth: number): Cbor {
    if (depth > depthMax) throw new Error('CBOR too deep');
    const first = take(1)[0] ?? 0;
    const type = first >> 5;
    const info = first & 0x1f;
    if (type === 0) return argument(info);
    if (type === 1) return -1 - argument(info);
    if (type === 2) return take(argument(info));
    if (type === 3)
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(take(argument(info)));
    if (type === 4) return list(argument(info), depth + 1);
    if (type === 5) return map(argument(info), depth + 1);
    if (first === 0xf4 || first === 0xf5) return first === 0xf5;
    throw new Error('CBOR of another type');
  }

  const value = item(0);
  return { value, length: at };
}

/** The map that is the whole of `bytes`. Throws an Error for anything else. */
export function decodeMap(bytes: Buffer): CborMap {
  const { value, length } = decodeCbor(bytes);
  if (!isMap(value) || length !== bytes.length) throw new Error('CBOR is not one map');
  return value;
}

export const isMap = (value: Cbor | undefined): value is CborMap => value instanceof Map;
