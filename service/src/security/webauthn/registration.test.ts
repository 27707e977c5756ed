import { randomBytes } from 'node:crypto';
import { verifyRegistrationResponse } from '@simplewebauthn/server';
import { expect, it } from 'vitest';

import { encodeCbor, type Writable } from '#test/passkeys/cbor-writer.ts';
import {
  coseKey,
  registration,
  registrationJson,
  signWith,
  type ToldOfKey,
} from '#test/passkeys/authenticator.ts';
import { adas, algorithms, isFor, keys, now, passkeys, rp, site } from '#test/passkeys/test-site.ts';
import { newChallenge } from './challenge.ts';
import { verifyRegistration } from './registration.ts';

/** Our verdict of a registration and that of SimpleWebAuthn. */
async function registrationVerdicts(told: ToldOfKey, passkey = adas) {
  const challenge = newChallenge(keys, 'add ada', now);
  const answer = registration(passkey, challenge, site, told);
  const ours = verifyRegistration(answer, { rp, isChallenge: isFor('add ada') });
  const theirs = await verifyRegistrationResponse({
    response: registrationJson(answer),
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    supportedAlgorithmIDs: algorithms,
  }).then(
    ({ verified }) => verified,
    () => false,
  );
  return { ours: ours.ok ? 'accepted' : ours.reason, theirs };
}

const withMember = (name: number, value: Writable | undefined): Map<number, Writable> => {
  const key = coseKey(adas);
  if (value === undefined) key.delete(name);
  else key.set(name, value);
  return key;
};
const packed = (change: Record<string, Writable>) => (signed: Buffer) =>
  new Map<string, Writable>([
    ['fmt', 'packed'],
    ['attStmt', new Map(Object.entries({ alg: -7, sig: signWith(adas, signed), ...change }))],
  ]);
const formatted = (fmt: Writable, statement: Writable) => () =>
  new Map<string, Writable>([
    ['fmt', fmt],
    ['attStmt', statement],
  ]);
const weak = new Map<number, Writable>([
  [1, 3],
  [3, -257],
  [-1, Buffer.concat([Buffer.from([0x80]), randomBytes(126), Buffer.from([1])])],
  [-2, Buffer.from([1, 0, 1])],
]);

const badKeys: Record<string, { told: ToldOfKey; reason: string; alone?: true }> = {
  'a sign-in in place of a registration': { told: { type: 'webauthn.get' }, reason: 'type' },
  'a page of another host': { told: { origin: 'https://evil.example' }, reason: 'origin' },
  'a foreign frame': { told: { crossOrigin: true }, reason: 'cross origin', alone: true },
  'another RP id': { told: { rpId: 'evil.example' }, reason: 'rp id' },
  'nobody present': { told: { flags: 4 | 64 }, reason: 'user not present' },
  'nobody verified': { told: { flags: 1 | 64 }, reason: 'user not verified' },
  'backed up, but not eligible': { told: { flags: 1 | 4 | 64 | 16 }, reason: 'backup flags' },
  'no credential': { told: { flags: 1 | 4 }, reason: 'unreadable' },
  'the id of another credential': {
    told: { credentialId: randomBytes(32) },
    reason: 'credential id',
    alone: true,
  },
  'an empty id': { told: { credentialId: Buffer.alloc(0) }, reason: 'unreadable', alone: true },
  'an id of 1,024 bytes': { told: { credentialId: randomBytes(1024) }, reason: 'unreadable', alone: true },
  'a key of another algorithm': { told: { key: withMember(3, -35) }, reason: 'unreadable' },
  'a key of another curve': { told: { key: withMember(-1, 2) }, reason: 'unreadable', alone: true },
  'a key of another type': { told: { key: withMember(1, 1) }, reason: 'unreadable', alone: true },
  'a key without a type': { told: { key: withMember(1, undefined) }, reason: 'unreadable', alone: true },
  'a key without an algorithm': { told: { key: withMember(3, undefined) }, reason: 'unreadable' },
  'a key without y': { told: { key: withMember(-3, undefined) }, reason: 'unreadable', alone: true },
  'a short x': { told: { key: withMember(-2, randomBytes(31)) }, reason: 'unreadable', alone: true },
  'a point beside the curve': {
    told: { key: withMember(-3, randomBytes(32)) },
    reason: 'unreadable',
    alone: true,
  },
  'a key that is text': { told: { key: 'key' }, reason: 'unreadable' },
  'an RSA key of 1,024 bits': { told: { key: weak }, reason: 'unreadable', alone: true },
  'a tail': { told: { more: Buffer.from([0]) }, reason: 'unreadable' },
  'a statement with no attestation': {
    told: { attestation: formatted('none', new Map([['sig', Buffer.alloc(8)]])) },
    reason: 'attestation',
  },
  'an unknown attestation': { told: { attestation: formatted('mine', new Map()) }, reason: 'attestation' },
  'an attestation that is a number': {
    told: { attestation: formatted(1, new Map()) },
    reason: 'attestation',
  },
  'a statement that is a list': {
    told: { attestation: formatted('none', []) },
    reason: 'attestation',
    alone: true,
  },
  'a self-attestation with a bad signature': {
    told: { attestation: packed({ sig: randomBytes(70) }) },
    reason: 'attestation',
  },
  'a self-attestation of another algorithm': {
    told: { attestation: packed({ alg: -257 }) },
    reason: 'attestation',
    alone: true,
  },
  'a self-attestation with certificates': {
    told: { attestation: packed({ x5c: [randomBytes(8)] }) },
    reason: 'attestation',
  },
};

it.each(Object.entries(badKeys))(
  'A16: a forged registration is refused: %s',
  async (_, { told, reason, alone }) => {
    expect(await registrationVerdicts(told)).toEqual({ ours: reason, theirs: alone === true });
  },
);

it('takes what SimpleWebAuthn takes: each algorithm, a self-attestation, extensions', async () => {
  const accepted = { ours: 'accepted', theirs: true };
  for (const [, passkey] of passkeys) expect(await registrationVerdicts({}, passkey)).toEqual(accepted);
  expect(await registrationVerdicts({ attestation: packed({}) })).toEqual(accepted);
  expect(await registrationVerdicts({ flags: 1 | 4 | 8 | 16 | 64 })).toEqual(accepted);
  expect(await registrationVerdicts({ credentialId: adas.id, aaguid: randomBytes(16) })).toEqual(accepted);
  const extended = { flags: 1 | 4 | 64 | 128, more: encodeCbor(new Map([['credProtect', 2]])) };
  expect(await registrationVerdicts(extended)).toEqual(accepted);
});

it('A17: a challenge adds a key only to its own account', () => {
  const challenge = newChallenge(keys, 'add ben', now);
  const answer = registration(adas, challenge, site);
  expect(verifyRegistration(answer, { rp, isChallenge: isFor('add ada') })).toEqual({
    ok: false,
    reason: 'challenge',
  });
});
