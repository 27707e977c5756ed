/**
 * The service's own SAML key: it signs requests and decrypts assertions. Beside it may be the next one, and old ones for
 * which some provider still encrypts (docs/decisions/key-rotation.md).
 */
import { createPrivateKey, type JsonWebKey, type KeyObject, X509Certificate } from 'node:crypto';
import { hours } from '@app/contract/fields/durations.ts';

/** How long the processes of all instances may take to read a changed key file. */
export const takeUpTime = hours(1);

export interface SamlKeys {
  /** RSA, 2048 bits or more. */
  readonly privateKey: KeyObject;
  /** X.509, base64 DER, as in the service provider metadata. */
  readonly certificate: string;
  /** The next key and the old ones. */
  readonly others?: readonly OtherSamlKey[];
}

export interface OtherSamlKey {
  readonly privateKey: KeyObject;
  readonly certificate: string;
  /** True: it will sign; false: it signed before. */
  readonly isNext: boolean;
  /** When it was added to the file, in milliseconds; 0 if that is not known. */
  readonly addedAt: number;
}

/** A private RSA key with the certificate of its public half (RFC 7517 §4.7). */
export interface SamlJwk extends JsonWebKey {
  readonly x5c?: unknown;
}

/** A key with fewer bits can be broken in its lifetime (threat C8). */
const smallest = 2048;

/**
 * Reads the key. `name` identifies it in the error message.
 * Throws an Error if it is not private, has fewer than 2048 bits, or has no certificate.
 */
export function readSamlKeys(jwk: SamlJwk, name: string): SamlKeys {
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  } catch {
    throw new Error(`${name} is not a valid private RSA key.`);
  }
  const bits = privateKey.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < smallest)
    throw new Error(`${name} is an RSA key of ${bits} bits; SAML needs ${smallest} or more.`);
  const [first]: unknown[] = Array.isArray(jwk.x5c) ? jwk.x5c : [];
  const certificate = typeof first === 'string' ? readCertificate(first) : undefined;
  if (certificate === undefined || !certificate.checkPrivateKey(privateKey))
    throw new Error(`${name} is an RSA key without its certificate in "x5c".`);
  return { privateKey, certificate: certificate.raw.toString('base64') };
}

/** Every key that decrypts, that in use first. */
export const decryptionKeysOf = ({ privateKey, others = [] }: SamlKeys): readonly KeyObject[] => [
  privateKey,
  ...others.map((other) => other.privateKey),
];

/**
 * The certificates of the metadata, base64 DER. A next key appears when every process has had the time to take it up:
 * then a provider may encrypt for it, and our messages may soon be signed with it. Before that, none does.
 */
export function publishedCertificates(
  { certificate, others = [] }: SamlKeys,
  now: number,
): { readonly signing: readonly string[]; readonly encryption: string } {
  const next = others.find(({ isNext, addedAt }) => isNext && addedAt + takeUpTime <= now)?.certificate;
  const old = others.filter(({ isNext }) => !isNext).map((other) => other.certificate);
  return {
    signing: [certificate, ...(next === undefined ? [] : [next]), ...old],
    encryption: next ?? certificate,
  };
}

function readCertificate(base64: string): X509Certificate | undefined {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    return undefined;
  }
}
