/** Writes CBOR as an authenticator does, for the tests. */
export type Writable =
  number | string | boolean | Buffer | readonly Writable[] | ReadonlyMap<number | string, Writable>;

export function encodeCbor(value: Writable): Buffer {
  if (typeof value === 'boolean') return Buffer.from([value ? 0xf5 : 0xf4]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map)
    return Buffer.concat([
      head(5, value.size),
      ...[...value].flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)]),
    ]);
  const list = value as readonly Writable[];
  return Buffer.concat([head(4, list.length), ...list.map(encodeCbor)]);
}

/** The first bytes of an item: its type and its argument in the shortest form. */
export function head(type: number, argument: number): Buffer {
  const first = type << 5;
  if (argument < 24) return Buffer.from([first | argument]);
  if (argument < 0x100) return Buffer.from([first | 24, argument]);
  const size = argument < 0x1_0000 ? 2 : argument < 0x1_0000_0000 ? 4 : 8;
  const bytes = Buffer.alloc(9);
  bytes.writeBigUInt64BE(BigInt(argument), 1);
  bytes[8 - size] = first | (24 + Math.log2(size));
  return bytes.subarray(8 - size);
}
