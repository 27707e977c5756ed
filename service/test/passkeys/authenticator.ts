/** An authenticator of the tests: makes passkeys and signs with them, rightly or with one thing changed. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

import { encodeCbor, type Writable } from './cbor-writer.ts';

export type Algorithm = -7 | -8 | -257;

/** What a ceremony may say otherwise. */
export interface Told {
  readonly type?: string;
  readonly origin?: string;
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
  readonly rpId?: string;
  /** The bits of the flags: UP 1, UV 4, BE 8, BS 16, AT 64, ED 128. */
  readonly flags?: number;
  readonly signCount?: number;
  /** After the authenticator data. */
  readonly more?: Buffer;
  /** Replaces the client data. */
  readonly clientData?: Buffer;
  /** Changes the signature. */
  readonly bend?: (signature: Buffer) => Buffer;
}

export interface Passkey {
  readonly id: Buffer;
  readonly algorithm: Algorithm;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly userHandle: Buffer;
}

export const makePasskey = (userHandle: Buffer, algorithm: Algorithm = -7): Passkey => {
  const pair =
    algorithm === -7
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : algorithm === -8
        ? generateKeyPairSync('ed25519')
        : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { id: randomBytes(32), algorithm, userHandle, ...pair };
};

/** The public key as COSE. */
export function coseKey({ algorithm, publicKey }: Passkey): Map<number, Writable> {
  const jwk = publicKey.export({ format: 'jwk' });
  const bytes = (text = ''): Buffer => Buffer.from(text, 'base64url');
  if (algorithm === -7)
    return new Map<number, Writable>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(jwk.x)],
      [-3, bytes(jwk.y)],
    ]);
  if (algorithm === -8)
    return new Map<number, Writable>([
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(jwk.x)],
    ]);
  return new Map<number, Writable>([
    [1, 3],
    [3, -257],
    [-1, bytes(jwk.n)],
    [-2, bytes(jwk.e)],
  ]);
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

const clientDataOf = (type: string, challenge: string, origin: string, told: Told): Buffer =>
  told.clientData ??
  Buffer.from(
    JSON.stringify({
      type: told.type ?? type,
      challenge,
      origin: told.origin ?? origin,
      crossOrigin: told.crossOrigin ?? false,
      ...(told.topOrigin === undefined ? {} : { topOrigin: told.topOrigin }),
    }),
  );

const authenticatorDataOf = (
  rpId: string,
  flags: number,
  told: Told,
  credential = Buffer.alloc(0),
): Buffer => {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(told.signCount ?? 0);
  return Buffer.concat([
    sha256(told.rpId ?? rpId),
    Buffer.from([told.flags ?? flags]),
    count,
    credential,
    told.more ?? Buffer.alloc(0),
  ]);
};

export const signWith = ({ algorithm, privateKey }: Passkey, data: Buffer): Buffer =>
  sign(algorithm === -8 ? null : 'sha256', data, privateKey);

export interface Site {
  readonly rpId: string;
  readonly origin: string;
}

/** An answer to `navigator.credentials.get`. */
export function assertion(passkey: Passkey, challenge: string, { rpId, origin }: Site, told: Told = {}) {
  const clientDataJSON = clientDataOf('webauthn.get', challenge, origin, told);
  const authenticatorData = authenticatorDataOf(rpId, 1 | 4, told);
  const signature = signWith(passkey, Buffer.concat([authenticatorData, sha256(clientDataJSON)]));
  return {
    clientDataJSON,
    authenticatorData,
    signature: told.bend?.(signature) ?? signature,
    userHandle: passkey.userHandle,
  };
}

/** What else a registration may say otherwise. */
export interface ToldOfKey extends Told {
  readonly key?: Writable;
  readonly aaguid?: Buffer;
  readonly credentialId?: Buffer;
  readonly attestation?: (signed: Buffer) => Map<string, Writable>;
}

/** An answer to `navigator.credentials.create`. */
export function registration(
  passkey: Passkey,
  challenge: string,
  { rpId, origin }: Site,
  told: ToldOfKey = {},
) {
  const clientDataJSON = clientDataOf('webauthn.create', challenge, origin, told);
  const id = told.credentialId ?? passkey.id;
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length);
  const credential = Buffer.concat([
    told.aaguid ?? Buffer.alloc(16),
    length,
    id,
    encodeCbor(told.key ?? coseKey(passkey)),
  ]);
  const authData = authenticatorDataOf(rpId, 1 | 4 | 64, told, credential);
  const statement =
    told.attestation?.(Buffer.concat([authData, sha256(clientDataJSON)])) ??
    new Map<string, Writable>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
    ]);
  return {
    id: passkey.id,
    clientDataJSON,
    attestationObject: encodeCbor(new Map([...statement, ['authData', authData]])),
  };
}

/** As `toJSON()` writes it. */
export const assertionJson = (passkey: Passkey, answer: ReturnType<typeof assertion>) => ({
  id: passkey.id.toString('base64url'),
  rawId: passkey.id.toString('base64url'),
  type: 'public-key' as const,
  clientExtensionResults: {},
  response: {
    clientDataJSON: answer.clientDataJSON.toString('base64url'),
    authenticatorData: answer.authenticatorData.toString('base64url'),
    signature: answer.signature.toString('base64url'),
    userHandle: answer.userHandle.toString('base64url'),
  },
});

export const registrationJson = ({ id, ...answer }: ReturnType<typeof registration>) => ({
  id: id.toString('base64url'),
  rawId: id.toString('base64url'),
  type: 'public-key' as const,
  clientExtensionResults: {},
  response: {
    clientDataJSON: answer.clientDataJSON.toString('base64url'),
    attestationObject: answer.attestationObject.toString('base64url'),
    transports: ['internal' as const],
  },
});

/** The least that the contract takes. */
export const emptyCredential = {
  id: '',
  response: { clientDataJSON: '', authenticatorData: '', signature: '', userHandle: '' },
};
