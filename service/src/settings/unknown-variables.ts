/** Environment variables that look like a setting and are not one: a misspelt name would silently have no effect. */
import { variableDefaults } from './setting-variables.ts';

export interface UnknownVariable {
  readonly variable: string;
  /** The setting with the nearest name. */
  readonly nearest: string;
}

const known = Object.keys(variableDefaults);

/** The first words that several settings share: `RESELLER_`. */
const prefixes = known
  .map((name) => name.slice(0, name.indexOf('_') + 1))
  .filter((prefix, index, all) => prefix !== '' && all.indexOf(prefix) !== index);

/** Read by OpenTelemetry and Google's tools, or set by Kubernetes for a service that is named so. */
const ofOthers = /^(?:OTEL_|GOOGLE_(?:API|APPLICATION|CLOUD)_)|_(?:SERVICE_HOST|(?:SERVICE_)?PORT(?:_\w+)?)$/;

/** The variables that are not settings, and have the name of one but for a letter or two, or the first word of several. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): UnknownVariable[] {
  return Object.keys(env).flatMap((variable) => {
    if (known.includes(variable) || ofOthers.test(variable)) return [];
    const written = variable.toUpperCase();
    const misspelt = [0, 1, 2].flatMap((edits) =>
      known.filter((name) => (edits < 2 || name.length >= 8) && isWithin(edits, written, name)),
    );
    const siblings = known
      .filter((name) => prefixes.some((prefix) => written.startsWith(prefix) && name.startsWith(prefix)))
      .toSorted((one, other) => commonLength(written, other) - commonLength(written, one));
    const [nearest] = [...misspelt, ...siblings];
    return nearest === undefined ? [] : [{ variable, nearest }];
  });
}

/** Whether a text becomes the other by adding, removing, replacing or swapping so many letters at most. */
function isWithin(edits: number, from: string, to: string): boolean {
  if (edits === 0 || from === to) return from === to;
  if (Math.abs(from.length - to.length) > edits) return false;
  const same = commonLength(from, to);
  const [one, other] = [from.slice(same), to.slice(same)];
  const isSwap = one[0] === other[1] && one[1] === other[0];
  return (
    isWithin(edits - 1, one.slice(1), other.slice(1)) ||
    isWithin(edits - 1, one.slice(1), other) ||
    isWithin(edits - 1, one, other.slice(1)) ||
    (isSwap && isWithin(edits - 1, one.slice(2), other.slice(2)))
  );
}

/** The number of letters with which both begin. */
function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
