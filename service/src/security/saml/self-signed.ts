/**
 * Makes a SAML key: RSA with a self-signed certificate (RFC 5280 §4.1). A provider trusts exactly the certificate that
 * it was given, so the certificate has no extensions and no other signature.
 */
import { generateKeyPair, type JsonWebKey, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { days } from '@app/contract/fields/durations.ts';

/** Ten years, as is common: an operator changes the key, and not its end. */
const lifetime = days(3650);
const bits = 3072;
/** Values of ASN.1 in DER. */
const tag = {
  integer: 0x02,
  bits: 0x03,
  null: 0x05,
  id: 0x06,
  text: 0x0c,
  sequence: 0x30,
  set: 0x31,
} as const;
const time = { utc: 0x17, general: 0x18 } as const;
/** sha256WithRSAEncryption (1.2.840.113549.1.1.11), and commonName (2.5.4.3). */
const sha256WithRsa = Buffer.from('2a864886f70d01010b', 'hex');
const commonName = Buffer.from('550403', 'hex');

/**
 * A private RSA key as a JWK, with its certificate in `x5c`.
 *
 * @param name the certificate's common name: the host of the product
 * @param now milliseconds since the epoch
 */
export async function makeSamlKey(
  kid: string,
  name: string,
  now: number,
): Promise<JsonWebKey & { kid: string; x5c: string[] }> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: bits });
  const algorithm = der(tag.sequence, der(tag.id, sha256WithRsa), der(tag.null));
  const whose = der(
    tag.sequence,
    der(tag.set, der(tag.sequence, der(tag.id, commonName), der(tag.text, Buffer.from(name)))),
  );
  // A first byte between 0x40 and 0x7f: positive, and of full length.
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  const signed = der(
    tag.sequence,
    // Version 3.
    der(0xa0, der(tag.integer, Buffer.from([2]))),
    der(tag.integer, serial),
    algorithm,
    whose,
    // From a day ago, for clocks that are behind.
    der(tag.sequence, timeOf(now - days(1)), timeOf(now + lifetime)),
    whose,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', signed, privateKey);
  const certificate = der(
    tag.sequence,
    signed,
    algorithm,
    der(tag.bits, Buffer.concat([Buffer.from([0]), signature])),
  );
  return {
    ...privateKey.export({ format: 'jwk' }),
    kid,
    use: 'sig',
    x5c: [certificate.toString('base64')],
  };
}

function der(type: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([type, length]), content]);
  const hex = length.toString(16);
  const size = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.from([type, 0x80 | size.length]), size, content]);
}

/** Two digits of the year until 2049, then four (RFC 5280 §4.1.2.5). */
function timeOf(at: number): Buffer {
  const digits = `${new Date(at).toISOString().slice(0, 19).replace(/\D/g, '')}Z`;
  return digits < '2050'
    ? der(time.utc, Buffer.from(digits.slice(2)))
    : der(time.general, Buffer.from(digits));
}
