/** The words for why a metadata file was not taken: several reasons that are mended alike share theirs. */
import type { TextKey } from '#i18n/text-key.ts';

type Words = TextKey<'single-sign-on'>;

const base = 'single-sign-on.metadata.problems';
const words: Readonly<Record<string, Words>> = {
  is_required: `${base}.empty`,
  several_files: `${base}.severalFiles`,
  too_large: `${base}.tooLarge`,
  doctype: `${base}.unsafe`,
  entity: `${base}.unsafe`,
  too_deep: `${base}.unsafe`,
  too_many_attributes: `${base}.unsafe`,
  not_metadata: `${base}.notMetadata`,
  no_identity_provider: `${base}.noProvider`,
  several_identity_providers: `${base}.severalProviders`,
  not_saml_2: `${base}.notSaml2`,
  metadata_expired: `${base}.expired`,
  entity_id: `${base}.entityId`,
  no_redirect_address: `${base}.noLoginAddress`,
  login_address: `${base}.address`,
  logout_address: `${base}.address`,
  no_certificate: `${base}.noCertificate`,
  several_certificates_in_a_key: `${base}.certificateChain`,
  too_many_certificates: `${base}.manyCertificates`,
  certificate: `${base}.certificate`,
  certificate_key: `${base}.certificateKey`,
  certificates_expired: `${base}.certificatesEnded`,
};

/** Every other problem is a file that is not well-formed XML. */
export const problemWords = (problem: string): Words => words[problem] ?? `${base}.notXml`;
