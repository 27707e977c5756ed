import { randomBytes } from 'node:crypto';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { minutes } from '@app/contract/fields/durations.ts';
import { expect, it } from 'vitest';

import { encodeCbor, head, type Writable } from '#test/passkeys/cbor-writer.ts';
import {
  assertion,
  assertionJson,
  coseKey,
  type Passkey,
  signWith,
  type Told,
} from '#test/passkeys/authenticator.ts';
import { adas, bens, isFor, keys, now, passkeys, rp, site } from '#test/passkeys/test-site.ts';
import { loadKeys, makeKeySet } from '#security/tokens/keys.ts';
import { verifyAssertion } from './assertion.ts';
import { newChallenge } from './challenge.ts';

const spki = ({ publicKey }: Passkey): Buffer => publicKey.export({ format: 'der', type: 'spki' });
const stored = (passkey: Passkey, signCount = 0) => ({
  algorithm: passkey.algorithm,
  publicKey: spki(passkey),
  signCount,
  userHandle: passkey.userHandle,
});
const signIn = () => newChallenge(keys, 'sign-in', now);

/** Our verdict and that of SimpleWebAuthn. */
async function verdicts(
  passkey: Passkey,
  challenge: string,
  answer: ReturnType<typeof assertion>,
  signCount = 0,
) {
  const ours = verifyAssertion(answer, stored(passkey, signCount), {
    rp,
    isChallenge: isFor('sign-in'),
  });
  const theirs = await verifyAuthenticationResponse({
    response: assertionJson(passkey, answer),
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    credential: {
      id: passkey.id.toString('base64url'),
      publicKey: new Uint8Array(encodeCbor(coseKey(passkey))),
      counter: signCount,
    },
  }).then(
    ({ verified }) => verified,
    () => false,
  );
  return { ours, theirs };
}

const flip = (at: number) => (signature: Buffer) => {
  const bent = Buffer.from(signature);
  bent[at < 0 ? bent.length + at : at] = (bent[at < 0 ? bent.length + at : at] ?? 0) ^ 1;
  return bent;
};
const without = (own: object, left: string) =>
  Object.fromEntries(Object.entries(own).filter(([name]) => name !== left));
const clientData = (change: (own: Record<string, unknown>) => unknown) => (challenge: string) => ({
  clientData: Buffer.from(
    JSON.stringify(change({ type: 'webauthn.get', challenge, origin: site.origin, crossOrigin: false })),
  ),
});

/** Each forgery changes one thing. `alone`: only we refuse it, SimpleWebAuthn takes it. */
const forgeries: Record<
  string,
  { told: Told | ((challenge: string) => Told); reason: string; alone?: true }
> = {
  'a registration in place of a sign-in': { told: { type: 'webauthn.create' }, reason: 'type' },
  'a payment': { told: { type: 'payment.get' }, reason: 'type' },
  'an empty type': { told: { type: '' }, reason: 'type' },
  'a page of another host': { told: { origin: 'https://evil.example' }, reason: 'origin' },
  'a page without TLS': { told: { origin: 'http://login.example.com' }, reason: 'origin' },
  'another port': { told: { origin: 'https://login.example.com:8443' }, reason: 'origin' },
  'a subdomain': { told: { origin: 'https://a.login.example.com' }, reason: 'origin' },
  'the parent domain': { told: { origin: 'https://example.com' }, reason: 'origin' },
  'an origin with a slash': { told: { origin: 'https://login.example.com/' }, reason: 'origin' },
  'an origin in capitals': { told: { origin: 'https://LOGIN.example.com' }, reason: 'origin' },
  'an origin that only begins so': {
    told: { origin: 'https://login.example.com.evil.example' },
    reason: 'origin',
  },
  'an opaque origin': { told: { origin: 'null' }, reason: 'origin' },
  'an empty origin': { told: { origin: '' }, reason: 'origin' },
  'a foreign frame': { told: { crossOrigin: true }, reason: 'cross origin', alone: true },
  'a page on top of the frame': {
    told: { topOrigin: 'https://evil.example' },
    reason: 'cross origin',
  },
  'our own page on top': { told: { topOrigin: site.origin }, reason: 'cross origin' },
  'client data that is a list': { told: clientData(() => []), reason: 'client data' },
  'client data that is null': { told: clientData(() => null), reason: 'client data' },
  'client data without a challenge': {
    told: clientData((own) => without(own, 'challenge')),
    reason: 'client data',
  },
  'client data without an origin': {
    told: clientData((own) => without(own, 'origin')),
    reason: 'client data',
  },
  'client data without a type': { told: clientData((own) => without(own, 'type')), reason: 'client data' },
  'two origins': { told: clientData((own) => ({ ...own, origin: [site.origin] })), reason: 'client data' },
  'a frame flag that is text': {
    told: clientData((own) => ({ ...own, crossOrigin: 'false' })),
    reason: 'client data',
    alone: true,
  },
  'client data that is empty': { told: { clientData: Buffer.alloc(0) }, reason: 'client data' },
  'client data that is no UTF-8': { told: { clientData: Buffer.from([0xff, 0xfe]) }, reason: 'client data' },
  'client data with a tail': {
    told: (challenge) => ({
      clientData: Buffer.from(`${clientData((own) => own)(challenge).clientData.toString()}}`),
    }),
    reason: 'client data',
  },
  'the RP id of another site': { told: { rpId: 'evil.example' }, reason: 'rp id' },
  'the parent as RP id': { told: { rpId: 'example.com' }, reason: 'rp id' },
  'the origin as RP id': { told: { rpId: site.origin }, reason: 'rp id' },
  'an empty RP id': { told: { rpId: '' }, reason: 'rp id' },
  'no flag': { told: { flags: 0 }, reason: 'user not present' },
  'verified, but not present': { told: { flags: 4 }, reason: 'user not present' },
  'present, but not verified': { told: { flags: 1 }, reason: 'user not verified' },
  'reserved flags in their place': { told: { flags: 1 | 2 | 32 }, reason: 'user not verified' },
  'backed up, but not eligible': { told: { flags: 1 | 4 | 16 }, reason: 'backup flags' },
  'a flag of a credential without one': { told: { flags: 1 | 4 | 64 }, reason: 'unreadable' },
  'a flag of extensions without any': { told: { flags: 1 | 4 | 128 }, reason: 'unreadable' },
  'extensions without their flag': { told: { more: encodeCbor(new Map()) }, reason: 'unreadable' },
  'extensions that are a list': {
    told: { flags: 1 | 4 | 128, more: encodeCbor([]) },
    reason: 'unreadable',
    alone: true,
  },
  'a tail after the extensions': {
    told: { flags: 1 | 4 | 128, more: Buffer.concat([encodeCbor(new Map()), Buffer.from([0])]) },
    reason: 'unreadable',
  },
  'one byte more': { told: { more: Buffer.from([0]) }, reason: 'unreadable' },
  'extensions of indefinite length': {
    told: { flags: 1 | 4 | 128, more: Buffer.from([0xbf, 0xff]) },
    reason: 'unreadable',
  },
  'extensions that promise a gigabyte': {
    told: { flags: 1 | 4 | 128, more: Buffer.concat([head(5, 1), head(3, 0x4000_0000)]) },
    reason: 'unreadable',
  },
  'extensions that nest without end': {
    told: { flags: 1 | 4 | 128, more: Buffer.alloc(5000, 0x81) },
    reason: 'unreadable',
  },
  'the last bit of the signature': { told: { bend: flip(-1) }, reason: 'signature' },
  'a bit in the middle of the signature': { told: { bend: flip(20) }, reason: 'signature' },
  'the form of the signature': { told: { bend: flip(0) }, reason: 'signature' },
  'no signature': { told: { bend: () => Buffer.alloc(0) }, reason: 'signature' },
  'a short signature': { told: { bend: (own) => own.subarray(0, -1) }, reason: 'signature' },
  'a signature with a tail': {
    told: { bend: (own) => Buffer.concat([own, Buffer.from([0])]) },
    reason: 'signature',
    alone: true,
  },
  'a signature of zeros': { told: { bend: (own) => Buffer.alloc(own.length) }, reason: 'signature' },
  'r and s of zero (CVE-2022-21449)': {
    told: { bend: () => Buffer.from('3006020100020100', 'hex') },
    reason: 'signature',
  },
  'a signature of plain r and s': { told: { bend: () => randomBytes(64) }, reason: 'signature' },
  'the signature of random bytes': {
    told: { bend: () => signWith(adas, randomBytes(69)) },
    reason: 'signature',
  },
  'a signature with the key of another': {
    told: { bend: () => signWith(bens, randomBytes(69)) },
    reason: 'signature',
  },
};

it.each(Object.entries(forgeries))(
  'A16: a forged sign-in is refused: %s',
  async (_, { told, reason, alone }) => {
    const challenge = signIn();
    const answer = assertion(adas, challenge, site, typeof told === 'function' ? told(challenge) : told);
    const { ours, theirs } = await verdicts(adas, challenge, answer);
    expect(ours).toEqual({ ok: false, reason });
    expect(theirs).toBe(alone === true);
  },
);

const otherKeys = loadKeys(makeKeySet());
const challenges: Record<string, () => string> = {
  'random bytes': () => randomBytes(56).toString('base64url'),
  'an empty one': () => '',
  'one of another deployment': () => newChallenge(otherKeys, 'sign-in', now),
  'one to add a key': () => newChallenge(keys, 'add ada', now),
  'one that has ended': () => newChallenge(keys, 'sign-in', now - minutes(5)),
  'one that was cut': () => signIn().slice(0, -4),
  'one with a tail': () => `${signIn()}AAAA`,
  'one of zeros': () => Buffer.alloc(56).toString('base64url'),
  'another time in it': () => {
    const bytes = Buffer.from(newChallenge(keys, 'sign-in', now - minutes(5)), 'base64url');
    bytes.writeBigUInt64BE(BigInt(now), 16);
    return bytes.toString('base64url');
  },
};

it.each(Object.entries(challenges))('A16: a forged challenge is refused: %s', (_, make) => {
  const answer = assertion(adas, make(), site);
  const verdict = verifyAssertion(answer, stored(adas), { rp, isChallenge: isFor('sign-in') });
  expect(verdict).toEqual({ ok: false, reason: make() === '' ? 'client data' : 'challenge' });
});

it('A16: the key, the user handle and the counter belong together', async () => {
  const challenge = signIn();
  const own = assertion(adas, challenge, site);
  const refusedFor = (answer: typeof own, passkey = adas, signCount = 0) => {
    const verdict = verifyAssertion(answer, stored(passkey, signCount), {
      rp,
      isChallenge: isFor('sign-in'),
    });
    return verdict.ok ? 'accepted' : verdict.reason;
  };
  expect(refusedFor(own)).toBe('accepted');
  expect(refusedFor(own, bens)).toBe('user handle');
  expect(refusedFor({ ...own, userHandle: bens.userHandle }, bens)).toBe('signature');
  expect(refusedFor({ ...own, userHandle: Buffer.alloc(0) })).toBe('user handle');
  expect(refusedFor({ ...own, authenticatorData: Buffer.alloc(0) })).toBe('unreadable');
  expect(refusedFor({ ...own, authenticatorData: own.authenticatorData.subarray(0, 36) })).toBe('unreadable');
  const counted = (signCount: number) => assertion(adas, challenge, site, { signCount });
  expect(refusedFor(counted(6), adas, 7)).toBe('counter');
  expect(refusedFor(counted(7), adas, 7)).toBe('counter');
  expect(refusedFor(counted(8), adas, 7)).toBe('accepted');
  // An authenticator that does not count, or no longer: it is not locked out.
  expect(refusedFor(counted(0), adas, 7)).toBe('accepted');
  expect((await verdicts(adas, challenge, counted(6), 7)).theirs).toBe(false);
});

it('takes what SimpleWebAuthn takes: each algorithm, flag and count of a right sign-in', async () => {
  const extensions = encodeCbor(new Map<string, Writable>([['credProps', new Map([['rk', true]])]]));
  const rights: Told[] = [
    {},
    { flags: 1 | 4 | 8 },
    { flags: 1 | 4 | 8 | 16 },
    { flags: 1 | 2 | 4 | 32 },
    { flags: 1 | 4 | 128, more: extensions },
    { signCount: 1 },
    { signCount: 0xffff_ffff },
  ];
  for (const [, passkey] of passkeys)
    for (const told of rights) {
      const challenge = signIn();
      const { ours, theirs } = await verdicts(passkey, challenge, assertion(passkey, challenge, site, told));
      expect(ours).toMatchObject({ ok: true, signCount: told.signCount ?? 0 });
      expect(theirs).toBe(true);
    }
});
