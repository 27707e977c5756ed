/** Joins class names; what is undefined or empty is left out. Undefined where nothing is left. */
export function classNames(...names: (string | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
