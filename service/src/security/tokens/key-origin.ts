/** Which key sets development made: production must not sign with keys that lie in a developer's folder. */

/**
 * A member of each key that development makes (RFC 7517 §4: unknown members are ignored). It goes with a key when its
 * file is copied or rotated.
 */
const mark = { madeFor: 'development' } as const;

/** The same keys, marked. */
export const markedForDevelopment = <Key extends object>(keys: readonly Key[]): Key[] =>
  keys.map((key) => ({ ...key, ...mark }));

/** Whether any key of a JWK set, given as its JSON text, was made by development. False for what is not a key set. */
export function isMadeForDevelopment(jwks: string): boolean {
  try {
    const set = JSON.parse(jwks) as { keys?: unknown };
    return (
      Array.isArray(set.keys) &&
      set.keys.some((key: { madeFor?: unknown } | null) => key?.madeFor === mark.madeFor)
    );
  } catch {
    return false;
  }
}
