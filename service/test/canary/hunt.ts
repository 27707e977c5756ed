/**
 * Finds secrets in texts, however they are written: plain, in an address, in JSON, in base64, base64url or hexadecimal,
 * in any case, and also a part of one.
 */
import type { Secret } from './secrets.ts';

export interface Finding {
  readonly secret: string;
  readonly place: string;
  /** What is around it. */
  readonly text: string;
}

/** Letters of a secret that are as good as the whole. */
const windowLength = 12;
/** Of a longer text, such as a token, every fourth window of each encoding: a part of 15 letters is found. */
const longText = 80;

/** Each way to write a secret, in lower case. Base64 has three, by where in a longer text the secret begins. */
function spellings({ value }: Secret): string[] {
  const bytes = Buffer.from(value);
  const shifted = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // The ends depend on what is around the secret.
    return text.slice(shift === 0 ? 0 : shift + 1, (shift + bytes.length) % 3 === 0 ? undefined : -1);
  });
  const all = [
    value,
    encodeURIComponent(value),
    new URLSearchParams([['', value]]).toString().slice(1),
    JSON.stringify(value).slice(1, -1),
    bytes.toString('hex'),
    ...shifted,
    ...shifted.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  return [...new Set(all.map((text) => text.toLowerCase()))];
}

/** Texts hidden in a text: decoded from base64 or hexadecimal, or escaped in an address. */
function hiddenIn(text: string): string[] {
  const hidden = [...text.matchAll(/[\w+/-]{24,}/g)].flatMap(([run]) => [
    Buffer.from(run, 'base64').toString('latin1'),
    ...(/^[\da-f]+$/i.test(run) ? [Buffer.from(run, 'hex').toString('latin1')] : []),
  ]);
  const unescaped = text.includes('%')
    ? [text.replace(/%[\da-f]{2}/gi, (sign) => String.fromCharCode(Number.parseInt(sign.slice(1), 16)))]
    : [];
  return [hidden.join('\n'), ...unescaped];
}

export interface Hunt {
  /** Secrets with all spellings that it looks for. */
  readonly secrets: number;
  find(place: string, text: string): Finding[];
}

export function createHunt(secrets: readonly Secret[]): Hunt {
  const windows = new Map<string, string>();
  const short: Secret[] = [];
  for (const secret of secrets) {
    if (secret.value.length < windowLength) short.push(secret);
    else for (const spelling of spellings(secret)) addWindows(windows, spelling, secret);
  }

  function search(place: string, text: string): Finding[] {
    const folded = text.toLowerCase();
    const found = new Map<string, Finding>();
    const add = (secret: string, at: number): void => {
      if (!found.has(secret))
        found.set(secret, { secret, place, text: text.slice(Math.max(0, at - 80), at + 60) });
    };
    for (let at = 0; at + windowLength <= folded.length; at += 1) {
      const secret = windows.get(folded.slice(at, at + windowLength));
      if (secret !== undefined) add(secret, at);
    }
    for (const secret of short) {
      const at = folded.search(shortPattern(secret));
      if (at >= 0) add(secret.name, at);
    }
    return [...found.values()];
  }

  return {
    secrets: secrets.length,
    find(place, text) {
      const found = [...search(place, text), ...hiddenIn(text).flatMap((hidden) => search(place, hidden))];
      return [...new Map(found.map((one) => [one.secret, one])).values()];
    },
  };
}

function addWindows(windows: Map<string, string>, spelling: string, { name, value }: Secret): void {
  const step = spelling.length > longText && spelling !== value.toLowerCase() ? 4 : 1;
  for (let at = 0; at + windowLength <= spelling.length; at += step)
    windows.set(spelling.slice(at, at + windowLength), name);
}

/** A short secret, such as a code, is found only as a whole: not in a longer number or the fraction of a second. */
function shortPattern({ value }: Secret): RegExp {
  const bytes = Buffer.from(value);
  const written = [value, bytes.toString('hex'), bytes.toString('base64')].map((text) =>
    text.toLowerCase().replaceAll(/[^a-z\d]/g, String.raw`\$&`),
  );
  return new RegExp(String.raw`(?<![a-z\d]|:\d\d\.)(?:${written.join('|')})(?![a-z\d])`);
}

/** The findings in short: how many secrets in which place, with one example each. */
export function summaryOf(found: readonly Finding[]): string[] {
  const places = Map.groupBy(found, ({ place }) => place);
  return [...places].map(([place, [first, ...others]]) => {
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    return `${place}: ${first?.secret}${more}: ${JSON.stringify(first?.text)}`;
  });
}
