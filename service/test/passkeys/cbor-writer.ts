/** Writes CBOR as an authenticator does, for the tests. */
export type Writable =
  number | string | boolean | Buffer | readonly Writable[] | Map<number | string, Writable>;

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
  return Buffer.concat([head(4, value.length), ...value.map(encodeCbor)]);
}

/** The first bytes of an item: its type and its argument in the shortest form. */
export function head(type: number, argument: number): Buffer {
  const first = type << 5;
  if (argument < 24) return Buffer.from([first | argument]);
  if (argument < 0x100) return Buffer.from([first | 24, argument]);
  const bytes = Buffer.alloc(argument < 0x1_0000 ? 3 : 5);
  bytes[0] = first | (bytes.length === 3 ? 25 : 26);
  if (bytes.length === 3) bytes.writeUInt16BE(argument, 1);
  else bytes.writeUInt32BE(argument, 1);
  return bytes;
}
