/** Cuts secrets out of a text: by the names in front of them, and by their look. */
import { isSecretInText, isSecretName, sensitive } from './secret-names.ts';

/** Characters of one text; the rest is counted. */
const textMax = 4000;

/** How often a text is unwrapped: as deep as properties are cleaned (spec §9). */
const layersMax = 10;

/**
 * Secrets by their look, and what replaces each. What must stand before one is matched too, and stays: Safari before 16.4
 * has no lookbehind.
 */
const looks: readonly (readonly [RegExp, string])[] = [
  // The query and the fragment of an address: in this product they carry tokens.
  [/((?:\b[a-z][a-z\d+.-]{1,30}:\/\/|(?:^|[^\w/])\/)[^\s"'<>?#]*)(?:\?[^\s"'<>#]*)?(?:#[^\s"'<>]*)?/gi, '$1'],
  // The user and the password of an address.
  [/:\/\/(?:[^\s/?#@"'<>]+|[^\s/:?#@"'<>]*:(?!\d{1,5}\/)[^\s?#@"'<>]+)@/g, `://${sensitive}@`],
  // What a JSON parser quotes of its input.
  [/(Unexpected token '[^']*', )[^\n]*(?= is not valid JSON)/g, `$1${sensitive}`],
  // Base64url of a JSON object: a JSON Web Token (RFC 7519), or a part of one.
  [/\beyJ[\w+/=-]{8,}(?:\.[\w-]*)*/g, sensitive],
  // The hash of a password.
  [/\$argon2\w*\$[^\s,)"']+/g, sensitive],
  // `Bearer …` and `Basic …` (RFC 9110 section 11.4).
  [/\b(?:bearer|basic)[\s+]+[\w.~+/=-]{8,}/gi, sensitive],
  // 32 bytes in base64url: tokens of links, sessions and devices. No hexadecimal digest is one.
  [/(^|[^\w-])(?=[\w-]*[G-Zg-z_-])[\w-]{43}(?![\w-])/g, `$1${sensitive}`],
  // A mailed code, in the digits of any script. A line and a colon in front of it make it a column of a stack trace.
  [/(^|[^\w./#$%:-]|(?:^|\D):)\p{Nd}{3}[\p{Zs}-]?\p{Nd}{3}(?![\p{Nd}\w/-]|[.,:]\d)/gu, `$1${sensitive}`],
  // A person's address.
  [/(^|[\s"'<>()[\]:/=,;@])[^\s"'<>()[\]:/=,;@]+[@＠][^\s"'<>()[\]:/=,;@]+\.\p{L}[\p{L}\d-]+/gu, '$1<email>'],
];

/** Where a name may begin, and the rest of its word. */
const words = /[\w$-]+/g;

/**
 * A name, and what separates it from its value: `password=`, `"idToken":`, `(code)=`, `token => `, `token "`, `"code","`,
 * `"name":"token","value":`.
 */
const named =
  /([A-Za-z_$][\w$-]*)(?:\s*[:=]?\\*["'`]\s*,\s*(?:\\*["'`]value\\*["'`]\s*:\s*)?|\\*["'`)\]]{0,2}(?:\[\])?(?:\s*[-=:]{0,2}[:=>]\s*|\s+(?=\\*["'`])|\r?\n\r?\n))/y;

/**
 * The value after a name: in quotes, an object or a list up to the end of the text, or up to a blank or the next pair.
 * One in encoded quotes is found when they are decoded.
 */
const quoted = /(\\*["'`])((?:[\s\S]*?[^\\])??(?=\1)|[\s\S]*)\1?/y;
const nested = /[[{][\s\S]*/y;
const plain = /(?!\\*(?:u0022|&|%2))[^\s&]+/y;
/** A part of a form (RFC 7578) goes up to the next boundary. */
const formPart = /[\s\S]+?(?=\r?\n--|$)/y;
/** Headers have values of several words. */
const header = /[^\r\n]+/y;
const readersOf = (name: string, before: string): readonly RegExp[] => {
  if (/\n\r?\n$/.test(before)) return [formPart];
  return [quoted, nested, /(?:authorization|cookie)$/i.test(name) ? header : plain];
};

/** Whether a text may contain any of them: most do not, and this is one look at it. */
const maybeSecret = /[?#=:>@＠"'`\\%&\n$]|\p{Nd}{3}|eyJ|[\w-]{43}|(?:basic|bearer)\s/iu;

/** How a text hides quotes and separators in another text: escaped for JSON, for an address or for HTML. */
const wrapped = /\\|%(?:0[ad]|[2-7][\da-f])|&(?:quot|apos|amp|#\w+);/i;
const wrappings =
  /\\u[\da-f]{4}|\\x[\da-f]{2}|\\[\s\S]|%(?:0[ad]|[2-7][\da-f])|&#x[\da-f]+;|&#\d+;|&(?:quot|apos|amp);/gi;
const signs: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', quot: '"', apos: "'", amp: '&' };

/**
 * A text without secrets, and without queries and fragments of addresses. A text in another text, escaped or encoded up
 * to ten times, is read as well. If it has a secret, the result is that inner text.
 */
export function cleanText(text: string): string {
  let clean = text.length > textMax ? `${text.slice(0, textMax)}… (${text.length} characters)` : text;
  if (!maybeSecret.test(clean)) return clean;
  clean = withoutSecrets(clean);
  let reading = clean;
  for (let layer = 0; wrapped.test(reading); layer += 1) {
    if (layer === layersMax) return '<deeper>';
    const inner = unwrapped(reading);
    if (inner === reading) break;
    reading = withoutSecrets(inner);
    if (reading !== inner) clean = reading;
  }
  return clean;
}

const withoutSecrets = (text: string): string =>
  withoutNamed(looks.reduce((clean, [look, replacement]) => clean.replace(look, replacement), text));

function withoutNamed(text: string): string {
  let clean = '';
  let from = 0;
  let start = 0;
  for (const { index } of text.matchAll(words)) {
    // Within what separates the last name from its value.
    if (index < start) continue;
    named.lastIndex = index;
    const [before = '', name = ''] = named.exec(text) ?? [];
    start = index + before.length;
    // A name within a value that was cut.
    if (index < from || !isSecretName(name)) continue;
    const [whole = '', quote = '', content = whole] = valueAt(text, start, readersOf(name, before)) ?? [];
    if (!isSecretInText(name, content)) continue;
    clean += text.slice(from, start) + quote + sensitive + quote;
    from = start + whole.length;
  }
  return clean + text.slice(from);
}

function valueAt(text: string, start: number, readers: readonly RegExp[]): RegExpExecArray | undefined {
  for (const reader of readers) {
    reader.lastIndex = start;
    const found = reader.exec(text);
    if (found) return found;
  }
  return undefined;
}

const unwrapped = (text: string): string => text.replace(wrappings, signOf);

/** The sign that an escape or a code means. */
function signOf(code: string): string {
  const hex = /^(?:\\[ux]|%|&#x)([\da-f]+)/i.exec(code)?.[1];
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  const decimal = /^&#(\d+)/.exec(code)?.[1];
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  const name = code.replace(/^[\\&]/, '').replace(/(\w);$/, '$1');
  return signs[name.toLowerCase()] ?? name;
}
