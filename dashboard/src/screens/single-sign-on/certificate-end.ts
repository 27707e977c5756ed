import type { SamlConfigurationAnswer } from '@app/contract/calls/saml-configuration.ts';
import { limits } from '@app/contract/fields/limits.ts';

type Certificates = SamlConfigurationAnswer['certificates'];
type CertificateEnd = 'valid' | 'ending' | 'ended';

export const certificateEnd = (notAfter: number, now: number): CertificateEnd =>
  notAfter <= now ? 'ended' : notAfter - now <= limits.certificateNotice ? 'ending' : 'valid';

/** The state of the certificate that ends last, by which people can still log in; undefined without any. */
export const lastCertificateEnd = (certificates: Certificates, now: number): CertificateEnd | undefined =>
  certificates.length === 0
    ? undefined
    : certificateEnd(Math.max(...certificates.map(({ notAfter }) => notAfter)), now);
