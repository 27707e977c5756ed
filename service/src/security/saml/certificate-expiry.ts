/** Certificates of identity providers that are about to end: after that nobody of the company gets in (threat C8). */
import type { SamlConfiguration } from '@app/contract/calls/saml-configuration.ts';
import type { Logger } from 'pino';

import { expiryWarning, readCertificate } from './certificates.ts';

/** Writes a warning for each certificate that ends within 30 days. Call it when a configuration is used or kept. */
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
