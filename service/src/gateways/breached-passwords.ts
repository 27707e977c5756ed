/**
 * Asks a range service whether a password is known from a data breach (threat A10). The service learns the first five
 * of the forty hex digits of its SHA-1, which about a thousand known passwords share (k-anonymity).
 */
import { createHash } from 'node:crypto';

import { toldWork } from '#work-channel.ts';

import { askBounded } from './bounded-answer.ts';

export interface BreachedPasswords {
  /** Whether the password is in the list. Without a usable answer in time: false. Never rejects. */
  isKnown(password: string): Promise<boolean>;
}

/** What came of a question to the range service. */
export type BreachLookUp = 'known' | 'unknown' | 'failed';

/** Milliseconds for the whole answer. */
const timeout = 300;
/** The largest accepted answer, in bytes: a range with padding has about 40,000. */
const sizeMax = 256 * 1024;
/** The rest of a SHA-1 and how often it was found; 0 is padding, so that the size of an answer tells nothing. */
const line = /^([0-9A-F]{35}):(\d{1,12})$/i;

/** @param url the base of the service: `<url>/range/XXXXX` is asked */
export function createBreachedPasswords(
  url: string,
  onLookUp: (outcome: BreachLookUp) => void,
): BreachedPasswords {
  return {
    async isKnown(password) {
      const digits = createHash('sha1').update(password).digest('hex').toUpperCase();
      try {
        const range = await toldWork(
          () => ({ kind: 'request', name: 'look up breached passwords' }),
          () => fetchRange(`${url}/range/${digits.slice(0, 5)}`),
        );
        const isKnown = range.has(digits.slice(5));
        onLookUp(isKnown ? 'known' : 'unknown');
        return isKnown;
      } catch {
        // Nothing of the error is logged: its text may contain the address, and so the digits.
        onLookUp('failed');
        return false;
      }
    },
  };
}

/** The known suffixes of a range. */
const fetchRange = async (address: string): Promise<ReadonlySet<string>> => {
  const headers = { accept: 'text/plain', 'add-padding': 'true' };
  return readRange(await askBounded(address, { headers, timeout, sizeMax }));
};

function readRange(text: string): ReadonlySet<string> {
  const known = new Set<string>();
  for (const entry of text.trim().split(/\r?\n/)) {
    const [, suffix, count] = line.exec(entry) ?? [];
    if (suffix === undefined) throw new Error('the answer is not a range');
    if (Number(count) > 0) known.add(suffix.toUpperCase());
  }
  return known;
}
