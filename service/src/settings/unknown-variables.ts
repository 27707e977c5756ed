/** Environment variables that look like a setting and are none: what is misspelt would have no effect, and nobody would know. */
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
    const distances = known.map((name) => ({ name, distance: distanceOf(written, name) }));
    const { name, distance } = distances.reduce((best, each) =>
      each.distance < best.distance ? each : best,
    );
    const isNear = distance <= (name.length < 8 ? 1 : 2);
    return isNear || prefixes.some((prefix) => written.startsWith(prefix))
      ? [{ variable, nearest: name }]
      : [];
  });
}

/** How many letters have to be added, removed, replaced, or swapped with their neighbour (optimal string alignment). */
function distanceOf(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= from.length; row += 1) {
    rows[row] = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + Number(from[row - 1] !== to[column - 1]),
          isSwap ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(from.length, to.length);
}
