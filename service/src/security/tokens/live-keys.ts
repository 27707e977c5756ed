/** Keys that can be replaced while the service runs: their holders see the new ones at the next use. */
import type { Keys } from './keys.ts';

export interface LiveKeys {
  readonly keys: Keys;
  replace(next: Keys): void;
}

export function createLiveKeys(first: Keys): LiveKeys {
  let now = first;
  return {
    keys: {
      get signing() {
        return now.signing;
      },
      get verifying() {
        return now.verifying;
      },
      get pepper() {
        return now.pepper;
      },
      get peppers() {
        return now.peppers;
      },
      get saml() {
        return now.saml;
      },
      get names() {
        return now.names;
      },
      publicJwks: () => now.publicJwks(),
      secret: (purpose) => now.secret(purpose),
      secrets: (purpose) => now.secrets(purpose),
    },
    replace(next) {
      now = next;
    },
  };
}
