/** The words for why a metadata file was not taken: several reasons that are mended alike share theirs. */
import type { TextKey } from '#i18n/text-key.ts';

type Key = TextKey<'single-sign-on'>;
/** The last part of a key. */
type Words = Key extends infer Each
  ? Each extends `single-sign-on.metadata.problems.${infer Last}`
    ? Last
    : never
  : never;

const words: Readonly<Record<string, Words>> = {
  is_required: 'empty',
  several_files: 'severalFiles',
  too_large: 'tooLarge',
  doctype: 'unsafe',
  entity: 'unsafe',
  too_deep: 'unsafe',
  too_many_attributes: 'unsafe',
  not_metadata: 'notMetadata',
  no_identity_provider: 'noProvider',
  several_identity_providers: 'severalProviders',
  not_saml_2: 'notSaml2',
  metadata_expired: 'expired',
  entity_id: 'entityId',
  no_redirect_address: 'noLoginAddress',
  login_address: 'address',
  logout_address: 'address',
  no_certificate: 'noCertificate',
  several_certificates_in_a_key: 'certificateChain',
  too_many_certificates: 'manyCertificates',
  certificate: 'certificate',
  certificate_key: 'certificateKey',
  certificates_expired: 'certificatesEnded',
};

/** Every other problem is a file that is not well-formed XML. */
export const problemWords = (problem: string): Key =>
  `single-sign-on.metadata.problems.${words[problem] ?? 'notXml'}`;
