/** The secrets of a canary test: each is unique, so that a text in which it is found tells which one leaked. */
import { randomInt } from 'node:crypto';

export interface Secret {
  /** What it is and where it was planted: `signUp password`. */
  readonly name: string;
  readonly value: string;
}

const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const randomText = (length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

export function createSecrets() {
  const byValue = new Map<string, string>();
  let planted = 0;
  const learn = (name: string, value: string): string => {
    if (!byValue.has(value)) byValue.set(value, name);
    return value;
  };
  return {
    /**
     * A new secret. It has characters that JSON, addresses and forms write differently, and passes for a strong new
     * password. No rule knows it by its look.
     */
    plant(name: string): string {
      planted += 1;
      return learn(name, `${randomText(12)}"${randomText(12)}% ${randomText(12)}+7`);
    },
    /** A new secret of plain letters, for a header, a path or a name. */
    plantWord(name: string): string {
      planted += 1;
      return learn(name, randomText(24));
    },
    /** A secret that the product made: a token, a code, the token of a link. */
    learn,
    list: (): Secret[] => [...byValue].map(([value, name]) => ({ name, value })),
    counts: () => ({ planted, learned: byValue.size - planted }),
  };
}
export type Secrets = ReturnType<typeof createSecrets>;

/** How deep a secret is planted: two levels below what the redaction reads (spec §9). */
const depth = 12;

/** A secret under an innocent name and under a secret one, at each depth to 12, and in JSON in texts, also in JSON. */
export function nested(secrets: Secrets, name: string): Record<string, unknown> {
  const inner = (at: string) => ({
    password: secrets.plant(`${name} password ${at}`),
    refreshToken: [secrets.plant(`${name} refreshToken ${at}`)],
    authorization: { scheme: secrets.plant(`${name} authorization ${at}`) },
  });
  let value: Record<string, unknown> = inner(`at depth ${depth}`);
  for (let level = depth - 1; level > 0; level -= 1)
    value = level % 4 === 0 ? { ...inner(`at depth ${level}`), list: [value] } : { deeper: value };
  return {
    ...value,
    text: JSON.stringify({ ...inner('in JSON'), text: JSON.stringify(inner('in JSON in JSON')) }),
  };
}
