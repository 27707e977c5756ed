/** What breaks a body: JSON fragments that no schema of ours allows, and texts that are nearly JSON. */
import fc from 'fast-check';

/** A path to a value inside a JSON value. */
type Path = readonly (string | number)[];

/** Raw JSON, because JavaScript values cannot express some of it: huge numbers, duplicate keys. */
export const brokenFragment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'null',
    'true',
    '0',
    '-1',
    '1.5',
    '1e999',
    '-1e400',
    '9007199254740993',
    '1'.repeat(400),
    '""',
    '" "',
    '[]',
    '{}',
    '[null]',
    '[[]]',
    '{"":""}',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"\\udfff\\ud800"',
    '"\\uffff"',
    '"\\u202e"',
    '"\\r\\n"',
    '"\\u212a"',
    '"İ"',
    '"ﬀ"',
    '"𝕒"',
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{}}}',
    '"__proto__"',
    '"toString"',
    '{"length":1e9}',
    '{"toJSON":1}',
    '{"then":1}',
    '{"a":1,"a":2}',
    '"{{foreign user}}"',
    '"{{foreign email}}"',
    `"'; drop table accounts; --"`,
    '"%s%n"',
    '"${7*7}"',
    '"../../etc/passwd"',
    '"<svg/onload=alert(1)>"',
    '"00000000-0000-0000-0000-000000000000"',
    '"2026-02-30"',
    '8640000000000001',
    '"\\\\"',
    '"%00"',
    '"%"',
    JSON.stringify('x'.repeat(300)),
    JSON.stringify('é'.repeat(5000)),
    JSON.stringify('😀'.repeat(600)),
    nested(31),
    nested(33),
    nested(2000),
    `[${'0,'.repeat(12_000)}0]`,
  ),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => JSON.stringify(text)),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
);

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

/** A body with one value replaced by the fragment. @param which any number: the value, in the order of the text */
export function withBrokenValue(body: unknown, which: number, fragment: string): string {
  const paths = pathsIn(body);
  return written(body, paths[which % paths.length] ?? [], fragment);
}

function pathsIn(value: unknown, path: Path = []): Path[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const key = (name: string): string | number => (Array.isArray(value) ? Number(name) : name);
  return [path, ...inner.flatMap(([name, one]) => pathsIn(one, [...path, key(name)]))];
}

/** The JSON text with `fragment` instead of the value at `path`. */
function written(value: unknown, path: Path, fragment: string): string {
  const [first, ...rest] = path;
  if (first === undefined) return fragment;
  if (Array.isArray(value))
    return `[${value.map((one, index) => (index === first ? written(one, rest, fragment) : JSON.stringify(one))).join(',')}]`;
  const members = Object.entries(value as object).map(
    ([name, one]) =>
      `${JSON.stringify(name)}:${name === first ? written(one, rest, fragment) : JSON.stringify(one)}`,
  );
  return `{${members.join(',')}}`;
}

/** Texts that are nearly the JSON they are made of. */
export function brokenText(text: string): fc.Arbitrary<string> {
  return fc.oneof(
    fc.nat(Math.max(0, text.length - 1)).map((length) => text.slice(0, length)),
    fc.constantFrom(
      text.replace(/^\{/, '{"__proto__":{"isAdmin":true},'),
      text.replace(/^\{/, '{"email":"first@northline.test","password":"first",'),
      `${text}${text}`,
      `${text} // comment`,
      `\uFEFF${text}`,
      `[${text}]`,
      `${text}\0`,
      text.replaceAll('"', "'"),
      '',
      'null',
      'undefined',
      'email=a&password=b',
      `{"a":${nested(40)}}`,
      `${' '.repeat(70_000)}${text}`,
    ),
    // Bytes that are not UTF-8: the body is sent as Latin-1 where a text has this mark.
    fc.constant(text.replace(/:"/, ':"\u00ff\u00fe')),
  );
}
