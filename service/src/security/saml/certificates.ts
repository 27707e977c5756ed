/** Reads X.509 certificates of identity providers, as SAML metadata contains them (threat C8). */
import { X509Certificate } from 'node:crypto';

import { days } from '@app/contract/fields/durations.ts';
import {
  type CertificateWarning,
  certificateWarnings,
  type MetadataProblem,
  type SamlConfiguration,
} from '@app/contract/calls/saml-configuration.ts';
import type { Logger } from 'pino';

export interface CertificateFacts {
  /** base64, without spaces. */
  readonly der: string;
  /** Milliseconds since the epoch. */
  readonly notAfter: number;
  /** RFC 4514, on one line. */
  readonly subject: string;
  /** SHA-256, as `AB:CD:…`. */
  readonly fingerprint: string;
}

const rsaBits = { least: 2048, most: 8192 };
/** Far above any certificate of an identity provider, in characters of base64. */
const maxLength = 16_384;

/** The base64 of a certificate's text, without the lines of PEM and without white space or invisible characters. */
export const certificateBase64 = (text: string): string =>
  text.replace(/-----(?:BEGIN|END) [A-Z0-9 ]*CERTIFICATE-----/g, '').replace(/[\s\u200B\u2060]/g, '');

/**
 * Reads a certificate from base64, with or without line breaks and the lines of PEM. Refuses unreadable ones and keys
 * other than RSA with 2048 bits or more. Who signed it does not matter: the company's admin vouches for the key.
 */
export function readCertificate(text: string):
  | { ok: true; certificate: CertificateFacts }
  | {
      ok: false;
      reason: Extract<MetadataProblem, 'certificate' | 'certificate_key' | 'several_certificates_in_a_key'>;
      /** If it can be read, and its key cannot be used. */
      subject?: string;
    } {
  if (text.split('-----BEGIN').length > 2) return { ok: false, reason: 'several_certificates_in_a_key' };
  const base64 = certificateBase64(text);
  if (base64 === '' || base64.length > maxLength || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) {
    return { ok: false, reason: 'certificate' };
  }
  let read: X509Certificate;
  try {
    read = new X509Certificate(Buffer.from(base64, 'base64'));
    if (!isTaken(read)) return { ok: false, reason: 'certificate_key', subject: subjectOf(read) };
  } catch {
    return { ok: false, reason: 'certificate' };
  }
  return {
    ok: true,
    certificate: {
      der: read.raw.toString('base64'),
      notAfter: Date.parse(read.validTo),
      subject: subjectOf(read),
      fingerprint: read.fingerprint256,
    },
  };
}

/** On one line. Node writes one per attribute, the widest first. */
const subjectOf = ({ subject }: X509Certificate): string =>
  (subject ?? '').split('\n').toReversed().join(',');

/**
 * Only RSA, because only RSA signatures are accepted. An exponent of 1 would verify anything; more bits only cost time.
 */
function isTaken({ publicKey }: X509Certificate): boolean {
  const { modulusLength = 0, publicExponent = 0n } = publicKey.asymmetricKeyDetails ?? {};
  return (
    publicKey.asymmetricKeyType === 'rsa' &&
    modulusLength >= rsaBits.least &&
    modulusLength <= rsaBits.most &&
    publicExponent >= 3n
  );
}

/** The provider's certificates (base64 DER) that have not expired: several while it rotates its key. */
export function validCertificates(certificates: readonly string[], now: number): string[] {
  return certificates.flatMap((text) => {
    const read = readCertificate(text);
    return read.ok && read.certificate.notAfter > now ? [read.certificate.der] : [];
  });
}

/** 1, 7 or 30 if the certificate expires within that many days; undefined if it expires later or has expired. */
export function expiryWarning(notAfter: number, now: number): CertificateWarning | undefined {
  if (notAfter <= now) return undefined;
  return certificateWarnings.find((count) => notAfter - now <= days(count));
}

/** Logs a warning for each certificate that expires within 30 days. Call it when a configuration is used or saved. */
export function warnOfCertificateExpiry(
  { companyId, certificates }: Pick<SamlConfiguration, 'companyId' | 'certificates'>,
  log: Logger,
  now: number,
): void {
  for (const der of certificates) {
    const read = readCertificate(der);
    if (!read.ok) continue;
    const { notAfter, fingerprint } = read.certificate;
    const days = expiryWarning(notAfter, now);
    if (days === undefined && notAfter > now) continue;
    const words =
      days === undefined
        ? 'a certificate of the identity provider has ended'
        : `a certificate of the identity provider ends within ${days} ${days === 1 ? 'day' : 'days'}`;
    log.warn({ event: 'samlCertificateEnds', companyId, fingerprint, notAfter: new Date(notAfter) }, words);
  }
}
