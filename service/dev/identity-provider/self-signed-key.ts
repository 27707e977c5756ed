/** Creates RSA keys with self-signed certificates for development. */
import { days } from '@app/contract/fields/durations.ts';

/** Both in PEM. */
export interface SelfSignedKey {
  readonly privateKey: string;
  readonly certificate: string;
}

/** Ten years: the development clock can be moved, and a data directory is used for a long time. */
const lifetime = days(3650);

/** A new key of 2048 bits. `now` in milliseconds. */
export async function makeSelfSignedKey(commonName: string, now: number): Promise<SelfSignedKey> {
  // Loaded lazily: it is slow to load and needed only at the first start.
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: commonName }], {
    keySize: 2048,
    algorithm: 'sha256',
    // Valid from a day ago, for clocks that are slightly behind.
    notBeforeDate: new Date(now - days(1)),
    notAfterDate: new Date(now + lifetime),
  });
  return { privateKey: made.private, certificate: made.cert };
}

/** The certificate in the format of metadata, configurations and key sets: base64 DER. */
export const certificateOf = ({ certificate }: SelfSignedKey): string =>
  certificate.replace(/-----[^-]+-----|\s/g, '');
