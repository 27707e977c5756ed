/** What the steps read of the company's single sign-on. */
import type { AnswerOf } from '@app/contract/calls/endpoint.ts';
import type { singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';
import type { SamlConfigurationAnswer } from '@app/contract/calls/saml-configuration.ts';
import * as limits from '@app/contract/fields/limits.ts';

type Endpoints = typeof singleSignOnEndpoints;
export type Configuration = AnswerOf<Endpoints['readSamlConfiguration']>;
export type PolicyEffect = AnswerOf<Endpoints['readPolicyEffect']>;

type Certificates = SamlConfigurationAnswer['certificates'];
type CertificateEnd = 'valid' | 'ending' | 'ended';

export const certificateEnd = (notAfter: number, now: number): CertificateEnd =>
  notAfter <= now ? 'ended' : notAfter - now <= limits.certificateNotice ? 'ending' : 'valid';

/** The state of the certificate that ends last, by which people can still log in; undefined without any. */
export const lastCertificateEnd = (certificates: Certificates, now: number): CertificateEnd | undefined =>
  certificates.length === 0
    ? undefined
    : certificateEnd(Math.max(...certificates.map(({ notAfter }) => notAfter)), now);

/** A person by name and address, or only by the address if the name is empty. */
export const nameAndEmail = ({ name, email }: { readonly name: string; readonly email: string }): string =>
  name === '' ? email : `${name} (${email})`;
