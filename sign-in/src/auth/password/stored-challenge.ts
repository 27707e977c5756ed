/** Holds the challenge of the code step: in storage for a reload and other tabs, or in memory without storage. */
import {
  challengeOver,
  clearChallenge,
  readChallenge,
  saveChallenge,
  type Challenge,
} from '@app/session/stored/challenge.ts';

export interface StoredChallenge {
  /** undefined: no code is awaited, or its challenge has expired. */
  read(): Challenge | undefined;
  store(challenge: Challenge): void;
  clear(): void;
}

/** @param now milliseconds since the epoch, by this machine's clock */
export function createStoredChallenge(now: () => number): StoredChallenge {
  let own: Challenge | undefined;
  return {
    read() {
      const stored = readChallenge(now());
      if (stored) return stored;
      return own && !challengeOver(own, now()) ? own : undefined;
    },
    store(challenge) {
      own = challenge;
      saveChallenge(challenge);
    },
    clear() {
      own = undefined;
      clearChallenge();
    },
  };
}
