/** What the tests of passkeys' cryptography share: a site, its challenges, and keys of each algorithm. */
import { randomBytes } from 'node:crypto';

import { loadKeys, makeKeySet } from '#security/tokens/keys.ts';
import { type ChallengePurpose, endOfChallenge } from '#security/webauthn/challenge.ts';

import { type Algorithm, makePasskey, type Passkey } from './authenticator.ts';

export const keys = loadKeys(makeKeySet());
export const site = { rpId: 'login.example.com', origin: 'https://login.example.com' };
export const rp = { id: site.rpId, origins: [site.origin] };
export const now = Date.parse('2026-11-27T08:00:00Z');
const ada = randomBytes(16);
export const algorithms: Algorithm[] = [-7, -8, -257];
export const passkeys = new Map(algorithms.map((algorithm) => [algorithm, makePasskey(ada, algorithm)]));
export const adas = passkeys.get(-7) as Passkey;
export const bens = makePasskey(randomBytes(16));

export const isFor =
  (purpose: ChallengePurpose) =>
  (challenge: Buffer): boolean =>
    endOfChallenge(keys, purpose, challenge, now) !== undefined;
