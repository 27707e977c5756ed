/**
 * Reads the catalogue of a language as hashed JSON. i18next does the retrying and the queueing (§9) and retries only
 * what is said to be worth it, so this backend says so for everything that may pass: no answer, 5xx, 429.
 */
import type { Language } from '@app/contract/vocabulary.ts';
import { limits } from '@app/contract/limits.ts';
import type { BackendModule } from 'i18next';

/** `addresses`: where each language's catalogue lies. `read`: the network, replaced in tests. */
export function localeBackend(
  addresses: Readonly<Record<Language, string>>,
  read: typeof fetch = (input, init) => fetch(input, init),
): BackendModule {
  return {
    type: 'backend',
    callbackApi: true,
    init() {},
    read(language, _namespace, callback) {
      read(addresses[language as Language], {
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
