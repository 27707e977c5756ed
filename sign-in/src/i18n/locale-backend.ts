/**
 * Reads a catalogue of a language as hashed JSON. i18next does the retrying and the queueing (spec §9) and retries only
 * what is said to be worth it, so this backend says so for everything that may pass: no answer, 5xx, 429.
 */
import type { Language } from '@app/contract/fields/vocabulary.ts';
import { limits } from '@app/contract/fields/limits.ts';
import type { BackendModule } from 'i18next';

/** `translation`: what the login page needs. `later`: what every other screen needs besides. */
export type Namespace = 'translation' | 'later';

/** `addresses`: where each language's catalogues lie. `read`: the network, replaced in tests. */
export function localeBackend(
  addresses: Readonly<Record<Namespace, Readonly<Record<Language, string>>>>,
  read: typeof fetch = (input, init) => fetch(input, init),
): BackendModule {
  return {
    type: 'backend',
    callbackApi: true,
    init() {},
    read(language, namespace, callback) {
      read(addresses[namespace as Namespace][language as Language], {
        credentials: 'omit',
        signal: AbortSignal.timeout(limits.callTimeout),
      })
        .then(async (answer) => {
          if (answer.ok) return callback(null, (await answer.json()) as Record<string, unknown>);
          const passing = answer.status >= 500 || answer.status === 429;
          callback(new Error(`texts: status ${answer.status}`), passing);
        })
        .catch((error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), true));
    },
  } as BackendModule;
}
