/** RSA keys of development, each with a certificate that it signed itself. */
import { days } from '@app/contract/fields/durations.ts';

/** Both in PEM. */
export interface SelfSignedKey {
  readonly privateKey: string;
  readonly certificate: string;
}

/** Ten years: the clock of development can be moved, and what lies in a data folder is used for long. */
const lifetime = days(3650);

/** A new key of 2048 bits. `now` in milliseconds. */
export async function makeSelfSignedKey(commonName: string, now: number): Promise<SelfSignedKey> {
  // It takes its time to load, and is wanted at the first start alone.
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: commonName }], {
    keySize: 2048,
    algorithm: 'sha256',
    // A day in the past, for whoever's clock is a little behind.
    notBeforeDate: new Date(now - days(1)),
    notAfterDate: new Date(now + lifetime),
  });
  return { privateKey: made.private, certificate: made.cert };
}

/** The certificate as metadata, configurations and key sets have it: base64 DER. */
export const certificateOf = ({ certificate }: SelfSignedKey): string =>
  certificate.replace(/-----[^-]+-----|\s/g, '');
