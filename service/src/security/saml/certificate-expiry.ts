/** Logs identity providers' certificates that expire soon: an expired one locks out the company (threat C8). */
import type { SamlConfiguration } from '@app/contract/calls/saml-configuration.ts';
import type { Logger } from 'pino';

import { expiryWarning, readCertificate } from './certificates.ts';

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
