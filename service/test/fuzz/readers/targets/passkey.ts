/** What an authenticator and a browser say of a passkey: it is read to its end, and has one spelling. */
import { Buffer } from 'node:buffer';

import { hold, type Target } from '#test/fuzz/readers/target.ts';
import { encodeCbor } from '#test/passkeys/cbor-writer.ts';
import { makePasskey, registration } from '#test/passkeys/authenticator.ts';
import { readAuthenticatorData } from '#security/webauthn/authenticator-data.ts';
import { decodeCbor } from '#security/webauthn/cbor.ts';
import { verifyRegistration } from '#security/webauthn/registration.ts';

const site = { rpId: 'login.example', origin: 'https://login.example' };
const rp = { id: site.rpId, origins: [site.origin] };
const passkeys = [-7, -8, -257] as const;
const made = passkeys.map((algorithm) =>
  registration(makePasskey(Buffer.alloc(16), algorithm), 'AAAA', site),
);
const [first] = made;

/** What a reader makes of the bytes; undefined if it refuses them. */
function read<T>(reader: () => T): T | undefined {
  try {
    return reader();
  } catch (error) {
    // A reader refuses by a plain error; another one is a fault of ours.
    hold(error instanceof Error && error.constructor !== RangeError, String(error));
    return undefined;
  }
}

export const target: Target = {
  files: [
    '/webauthn/cbor.ts',
    '/webauthn/authenticator-data.ts',
    '/webauthn/cose-key.ts',
    '/webauthn/registration.ts',
  ],
  seeds: made.flatMap(({ attestationObject }) => [
    attestationObject,
    attestationObject.subarray(attestationObject.indexOf('authData') + 11),
  ]),
  dictionary: [
    'fmt',
    'none',
    'packed',
    'attStmt',
    'authData',
    'sig',
    'alg',
    'x5c',
    '\u00a0',
    '\u00bf',
    '\u0058',
  ],
  check(input) {
    const bytes = Buffer.from(input);
    const item = read(() => decodeCbor(bytes));
    if (item) hold(encodeCbor(item.value).equals(bytes.subarray(0, item.length)), 'CBOR with two spellings');
    const data = read(() => readAuthenticatorData(bytes));
    if (data) hold(data.credential === undefined || data.credential.id.length <= 1023, 'a long id');
    const id = data?.credential?.id ?? first?.id ?? Buffer.alloc(0);
    const clientDataJSON = first?.clientDataJSON ?? Buffer.alloc(0);
    const answer = { id, clientDataJSON, attestationObject: bytes };
    const verdict = verifyRegistration(answer, { rp, isChallenge: () => true });
    if (verdict.ok) hold(verdict.credential.publicKey.length > 40, 'a key that is none');
  },
};
