/**
 * Cleans what goes into a log or a report: cuts out secrets by their names and by their look, and keeps it small
 * (spec §9 "Logging"). The service and the apps use this one implementation.
 */
import { cleanText } from './clean-text.ts';
import { isSecret, isSecretName, sensitive } from './secret-names.ts';

/** How deep properties are cleaned (spec §9); what is deeper is left out. */
export const depthMax = 10;
/** Items of one list or properties of one object; the rest is counted. */
const itemsMax = 100;

/**
 * The value as it may be logged: plain data without cycles, to depth 10, with `<sensitive>` instead of secrets. A text
 * that is JSON is parsed and cleaned, too. Never throws and runs no code of the value but `toJSON` of a date or an
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
    const items = list
      .slice(0, itemsMax)
      .map((item, at) => (isSecretAfter(list[at - 1], item) ? sensitive : inner(item)));
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
  const namesSecret =
    entries.some(([key]) => key === 'value') &&
    entries.some(([key, value]) => nameKeys.has(key) && isNameOfSecret(value));
  for (const [key, value] of entries.slice(0, itemsMax)) {
    if (value === undefined) continue;
    const name = cleanText(String(key)).slice(0, 200);
    result[name] = isSecret(name, value) || (namesSecret && name === 'value') ? sensitive : inner(value);
  }
  if (entries.length > itemsMax) result['…'] = `(${entries.length} properties)`;
  return result;
}

/** Properties that name what `value` is: `{ name: 'password', value: '…' }`. */
const nameKeys: ReadonlySet<unknown> = new Set(['name', 'key', 'field', 'id', 'header']);
const isNameOfSecret = (value: unknown): boolean =>
  typeof value === 'string' && /^[\w.-]+$/.test(value) && isSecretName(value);

/** The item of a list after the name of a secret: `['password', '…']`, `console.error('new token:', '…')`. */
function isSecretAfter(before: unknown, item: unknown): boolean {
  if (typeof before !== 'string' || item instanceof Error) return false;
  const name = /^([\w.-]+)$|([\w-]+)\s*[:=]\s*$/.exec(before);
  return name !== null && isSecret(name[1] ?? name[2] ?? '', item);
}

function cleanJson(text: string, depth: number, above: Set<object>): unknown {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[' && first !== '"') return cleanText(text);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return cleanText(text);
  }
  return JSON.stringify(clean(parsed, depth, above));
}
