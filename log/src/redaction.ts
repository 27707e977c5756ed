/**
 * Cleans what goes into a log or a report: cuts out secrets by their names and by their look, and keeps it small
 * (spec §9 "Logging"). The service and the apps use this one implementation.
 */

/** What stands in the place of a secret (spec §9). */
export const sensitive = '<sensitive>';

/** How deep properties are cleaned (spec §9); what is deeper is left out. */
export const depthMax = 10;
/** Characters of one text, items of one list or properties of one object; the rest is counted. */
const textMax = 4000;
const itemsMax = 100;

/**
 * Parts of names whose values are secrets, in lower case and without `-` and `_`. The specification's own list (spec §9:
 * password, Authorization, confirmationPassword, newPassword, currentPassword, idToken, token), and what else carries a
 * secret in this product.
 */
const secretParts =
  /passw(?:or)?d|passphrase|token|authorization|secret|code|otp|session|cookie|saml(?:request|response)|relaystate|assertion|credential|jwt|jws|contextdata|apikey|privatekey|pepper|headers$|^body$|^query$|^parameters$|^hash$/;

/** Names that contain such a part, and whose values are known to be no secret. The support code opens nothing. */
const openNames = /(?:support|status|error|exit|country|currency)code$/;

/** The code of a system or database error, such as ECONNREFUSED or 23505: it says what failed. */
const errorCode = /^(?:[A-Z]{2,6}_[A-Z_]{2,60}|E[A-Z]{3,30}|[0-9A-Z]{5})$/;

const known = new Map<string, boolean>();

/** Whether the value of a property with this name must not be logged, whatever its case. */
export function isSecretName(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const plain = name.toLowerCase().replaceAll(/[-_]/g, '');
  const secret = secretParts.test(plain) && !openNames.test(plain);
  // The names of a program are few. Names that came from outside must not fill the memory.
  if (known.size < 1000) known.set(name, secret);
  return secret;
}

/** Secrets by their look, wherever they stand in a text. */
const secretsInTexts: readonly RegExp[] = [
  // A JSON Web Token (RFC 7519), or the first two parts of one.
  /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g,
  // `Bearer …` and `Basic …` (RFC 9110 section 11.4).
  /\b(?:bearer|basic)\s+[\w.~+/=-]{8,}/gi,
  // 32 bytes in base64url: tokens of links, sessions and devices. No hexadecimal digest is one.
  /(?<![\w-])(?=[\w-]*[G-Zg-z_-])[\w-]{43}(?![\w-])/g,
  // `password=…`, `code: …` in a text.
  /\b(?:password|passwd|pwd|otp|code|token|secret)["']?\s*[=:]\s*["']?[^\s"'&,;}]{4,}/gi,
];

/** The query and the fragment of an address in a text: in this product they carry tokens. */
const addressEnds =
  /((?:\b[a-z][a-z\d+.-]{1,30}:\/\/|(?<![\w/])\/)[^\s"'<>?#]*)(?:\?[^\s"'<>#]*)?(?:#[^\s"'<>]*)?/gi;

/** Whether a text may contain any of them: nearly none does, and this is one look at it. */
const maybeSecret = /[?#]|eyJ|[\w-]{43}|bearer|basic|[=:]/i;

/** A text without secrets that are known by their look, and without queries and fragments of addresses. */
export function cleanText(text: string): string {
  const cut = text.length > textMax ? `${text.slice(0, textMax)}… (${text.length} characters)` : text;
  if (!maybeSecret.test(cut)) return cut;
  let clean = cut.replace(addressEnds, '$1');
  for (const secret of secretsInTexts) clean = clean.replace(secret, sensitive);
  return clean;
}

/**
 * The value as it may be logged: plain data without cycles, to depth 10, with `<sensitive>` in the place of secrets. A
 * text that is JSON is parsed and cleaned, too. Never throws and runs no code of the value but `toJSON` of a date or an
 * address.
 */
export function cleaned(value: unknown): unknown {
  return clean(value, 0, new Set());
}

function clean(value: unknown, depth: number, above: Set<object>): unknown {
  if (typeof value === 'string') return cleanJson(value, depth, above);
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
  if (typeof value === 'function') return '<function>';
  if (typeof value !== 'object' || value === null) return value;
  if (above.has(value)) return '<cycle>';
  if (depth >= depthMax) return '<deeper>';
  above.add(value);
  try {
    return cleanObject(value, depth, above);
  } catch {
    // A getter or a proxy that throws.
    return '<unreadable>';
  } finally {
    above.delete(value);
  }
}

const errorFacts = ['name', 'message', 'stack', 'cause'] as const;

function cleanObject(value: object, depth: number, above: Set<object>): unknown {
  const inner = (item: unknown): unknown => clean(item, depth + 1, above);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof URL) return cleanText(value.href);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `<${value.byteLength} bytes>`;
  if (value instanceof Map) return cleanEntries([...value], inner);
  const list = Array.isArray(value) ? value : value instanceof Set ? [...value] : undefined;
  if (list) {
    const items = list.slice(0, itemsMax).map(inner);
    return list.length > itemsMax ? [...items, `… (${list.length} items)`] : items;
  }
  return cleanEntries(
    // What an error says of itself is not enumerable.
    value instanceof Error
      ? [...errorFacts.map((fact) => [fact, value[fact]] as const), ...Object.entries(value)]
      : Object.entries(value),
    inner,
  );
}

function cleanEntries(
  entries: readonly (readonly [unknown, unknown])[],
  inner: (value: unknown) => unknown,
): Record<string, unknown> {
  // Without a prototype: a property named `__proto__` is a property.
  const result = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of entries.slice(0, itemsMax)) {
    if (value === undefined) continue;
    const name = cleanText(String(key)).slice(0, 200);
    result[name] = isSecret(name, value) ? sensitive : inner(value);
  }
  if (entries.length > itemsMax) result['…'] = `(${entries.length} properties)`;
  return result;
}

/** Whether this property must not be logged. */
export const isSecret = (name: string, value: unknown): boolean =>
  isSecretName(name) && !isOpenValue(name, value);

/** No secret: nothing, a switch, a number of things (`sessions: 3`), and a `code` that names an error. */
const isOpenValue = (name: string, value: unknown): boolean =>
  value === null ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && name.endsWith('s')) ||
  (name === 'code' && typeof value === 'string' && errorCode.test(value));

function cleanJson(text: string, depth: number, above: Set<object>): unknown {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return cleanText(text);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return cleanText(text);
  }
  return JSON.stringify(clean(parsed, depth, above));
}
