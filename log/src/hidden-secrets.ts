/**
 * Makes values for the log that hide a secret, for the test and the fuzzing of the redaction (threat D11): a name of a
 * secret in some spelling, in some notation, in up to twelve layers of objects, lists, errors and texts.
 */

/** A number from 0 to below `below`. */
export type Chance = (below: number) => number;

export interface HiddenSecret {
  readonly value: unknown;
  /** Letters and digits of the secret, which every notation writes as they are. */
  readonly core: string;
}

const words =
  `password,new password,current password,confirmation password,authorization,token,id token,access token,refresh token,
  session,client secret,api key,login code,mailbox token,cookie`.split(/,\s*/);

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const spellings: readonly ((parts: readonly string[]) => string)[] = [
  (parts) => parts.map((part, at) => (at === 0 ? part : capital(part))).join(''),
  (parts) => parts.map(capital).join(''),
  (parts) => parts.join('_'),
  (parts) => parts.join('-'),
  (parts) => parts.join('_').toUpperCase(),
  (parts) => parts.map(capital).join('-'),
  (parts) => `user_${parts.join('_')}`,
  (parts) => `x-${parts.join('-')}`,
  (parts) => `__Secure-${parts.join('_')}`,
];

/** The secret in an object, a list or a text. `bare` has neither blanks nor quotes. */
const notations: readonly ((name: string, secret: string, bare: string) => unknown)[] = [
  (name, secret) => ({ [name]: secret }),
  (name, secret) => ({ [name]: { inner: [secret] } }),
  (name, secret) => ({ open: 1, [name]: [secret, 'more'] }),
  (name, secret) => [name, secret],
  (name, secret) => ['accept', '*/*', name, secret],
  (name, secret) => [`the ${name}:`, secret],
  (name, secret) => ({ name, value: secret }),
  (name, secret) => new Map([[name, secret]]),
  (name, secret) => new Error(`refused: ${JSON.stringify({ [name]: secret })}`),
  (name, secret) => `failed with ${JSON.stringify({ a: 1, [name]: secret })} at the end`,
  (name, secret) => `failed with ${JSON.stringify({ [name]: { inner: secret } })} at the end`,
  (name, secret) => `{"${name}":${JSON.stringify(secret)},"cut`,
  (name, _, bare) => `${name}=${bare} was wrong`,
  (name, _, bare) => `got ${name}: ${bare}`,
  (name, _, bare) => `{ ${name}: '${bare}', open: true }`,
  (name, _, bare) => `${name} => "${bare}"`,
  (name, _, bare) => `the ${name} "${bare}" was refused`,
  (name, _, bare) => `Key (${name})=(${bare}) already exists.`,
  (name, _, bare) => `user[${name}]=${bare}`,
  (name, secret) => `a=1&${new URLSearchParams({ [name]: secret }).toString()}&b=2`,
  (name, secret) => `https://a.test/x?${new URLSearchParams({ [name]: secret }).toString()}#a`,
  (name, _, bare) => `visitor_id=7; ${name}=${bare}; Path=/`,
  (_, __, bare) => `authorization: Bearer ${bare}`,
  (_, __, bare) => `cookie: a=1; sid=${bare}; b=2`,
  (_, __, bare) => `postgresql://user:${bare}@localhost/db`,
  (name, secret) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${secret}\r\n--x--`,
  (_, __, bare) => ({ note: `eyJhbGciOiJFUzI1NiJ9.${bare.replaceAll(/\W/g, '')}.c2ln` }),
];

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value instanceof Error
      ? value.message
      : (JSON.stringify(plain(value)) ?? '');
const plain = (value: unknown): unknown => (value instanceof Map ? Object.fromEntries(value) : value);

/** What a layer makes of the value in it. */
const layers: readonly ((value: unknown) => unknown)[] = [
  (value) => ({ note: value }),
  (value) => [7, value],
  (value) => ({ items: [{ deeper: value }] }),
  (value) => new Map([['note', value]]),
  (value) => JSON.stringify(textOf(value)),
  (value) => JSON.stringify({ note: textOf(value) }),
  (value) => JSON.stringify([plain(value)]),
  (value) => new Error(textOf(value)),
  (value) => new TypeError('outer', { cause: value }),
  (value) => `the answer was ${textOf(value)}, so it failed`,
  (value) => `failed: ${JSON.stringify({ answer: textOf(value) })}`,
  (value) => encodeURIComponent(textOf(value).toWellFormed()),
  (value) => textOf(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  (value) => textOf(value).replaceAll('"', String.raw`\u0022`),
];

/** @param id is part of the secret, so that no two are alike */
export function hiddenSecret(chance: Chance, id: number): HiddenSecret {
  const pick = <T>(list: readonly T[]): T => list[chance(list.length)] as T;
  const core = `Kestrel${id}Harbour`;
  const bare = pick([core, `${core}-27!`, `a,b;c${core}`, `${core}(x)`, `1.${core}~+/=`]);
  const secret = pick([bare, `two words ${core}`, `"${core}'`, `\\${core}\\n`]);
  const name = pick(spellings)(pick(words).split(' '));
  let value: unknown = pick(notations)(name, secret, bare);
  for (let depth = chance(13); depth > 0; depth -= 1) value = pick(layers)(value);
  return { value, core };
}
