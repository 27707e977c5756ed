import type { SamlConfigurationAnswer } from '@app/contract/calls/saml-configuration.ts';
import { days } from '@app/contract/fields/durations.ts';

type Certificates = SamlConfigurationAnswer['certificates'];
type CertificateEnd = 'valid' | 'ending' | 'ended';

/** A warning begins this long before the end. */
const soon = days(30);

export const certificateEnd = (notAfter: number, now: number): CertificateEnd =>
  notAfter <= now ? 'ended' : notAfter - now <= soon ? 'ending' : 'valid';

/** The state of the certificate that ends last, by which people can still log in; undefined without any. */
export const lastCertificateEnd = (certificates: Certificates, now: number): CertificateEnd | undefined =>
  certificates.length === 0
    ? undefined
    : certificateEnd(Math.max(...certificates.map(({ notAfter }) => notAfter)), now);
