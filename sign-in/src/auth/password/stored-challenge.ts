/** The challenge of the code step: in storage for a reload and other tabs, and here for a browser that withholds storage. */
import {
  challengeOver,
  clearMfaChallenge,
  readMfaChallenge,
  saveMfaChallenge,
  type MfaChallenge,
} from '@app/session/stored/challenge.ts';

export interface KeptChallenge {
  /** undefined: no code is awaited, or its challenge is past its whole life. */
  read(): MfaChallenge | undefined;
  keep(challenge: MfaChallenge): void;
  forget(): void;
}

/** @param now milliseconds since the epoch, by this machine's clock */
export function createKeptChallenge(now: () => number): KeptChallenge {
  let own: MfaChallenge | undefined;
  return {
    read() {
      const stored = readMfaChallenge(now());
      if (stored) return stored;
      return own && !challengeOver(own, now()) ? own : undefined;
    },
    keep(challenge) {
      own = challenge;
      saveMfaChallenge(challenge);
    },
    forget() {
      own = undefined;
      clearMfaChallenge();
    },
  };
}
