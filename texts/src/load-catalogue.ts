/** Loads catalogues: up to 5 retries from 350 ms, each wait twice the one before, at most 10 in parallel (spec §9). */
import type { Language } from '@app/contract/fields/vocabulary.ts';
import * as limits from '@app/contract/fields/limits.ts';

import type { TextTree } from './translate.ts';

/** Resolves to undefined when the catalogue could not be loaded. Never rejects. */
export type LoadCatalogue<Name extends string> = (
  language: Language,
  name: Name,
) => Promise<TextTree | undefined>;

/**
 * @param addressOf the JSON file of a catalogue
 * @param read the network, replaced in tests
 */
export function catalogueLoader<Name extends string>(
  addressOf: (language: Language, name: Name) => string,
  read: typeof fetch = (input, init) => fetch(input, init),
): LoadCatalogue<Name> {
  let running = 0;
  const waiting: (() => void)[] = [];

  /** One request. Rejects when another try may succeed: no answer, 5xx, 429. */
  async function request(address: string): Promise<TextTree | undefined> {
    if (running === limits.translationParallelReads) await new Promise<void>((free) => waiting.push(free));
    else running += 1;
    try {
      const signal = AbortSignal.timeout(limits.callTimeout);
      const answer = await read(address, { credentials: 'omit', signal });
      if (answer.ok) return (await answer.json()) as TextTree;
      if (answer.status >= 500 || answer.status === 429) throw new Error(`texts: status ${answer.status}`);
      return undefined;
    } finally {
      // The slot goes to the next request in line, or is free.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return async (language, name) => {
    let wait: number = limits.translationRetryWait;
    for (let retries = 0; ; retries += 1) {
      try {
        return await request(addressOf(language, name));
      } catch {
        if (retries === limits.translationRetries) return undefined;
      }
      await new Promise((done) => setTimeout(done, wait));
      wait *= 2;
    }
  };
}
