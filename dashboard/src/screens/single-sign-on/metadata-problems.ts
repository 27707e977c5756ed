/** The words for why a metadata file was not taken: several reasons that are mended alike share theirs. */
import type { MetadataProblem } from '@app/contract/calls/saml-configuration.ts';

import type { TextKey } from '#i18n/text-key.ts';

type Key = TextKey<'single-sign-on'>;
/** The last part of a key. */
type Words = Key extends infer Each
  ? Each extends `single-sign-on.metadata.problems.${infer Last}`
    ? Last
    : never
  : never;

const words: Readonly<Record<MetadataProblem, Words>> = {
  is_required: 'empty',
  several_files: 'severalFiles',
  too_large: 'tooLarge',
  not_xml: 'notXml',
  doctype: 'unsafe',
  cdata: 'unsafe',
  entity: 'unsafe',
  not_utf8: 'encoding',
  xml_declaration: 'declaration',
  comment: 'certificateMarkup',
  processing_instruction: 'certificateMarkup',
  too_many_elements: 'manyElements',
  web_page: 'webPage',
  address_only: 'addressOnly',
  certificate_only: 'certificateOnly',
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
  login_address_characters: 'addressCharacters',
  login_address_form: 'addressForm',
  no_certificate: 'noCertificate',
  several_certificates_in_a_key: 'certificateChain',
  too_many_certificates: 'manyCertificates',
  directory_file: 'directoryFile',
  certificate: 'certificate',
  certificate_key: 'certificateKey',
  certificates_expired: 'certificatesEnded',
};

/** A problem that this app does not know yet is told as a file that cannot be read. */
export const problemWords = (problem: string): Key =>
  `single-sign-on.metadata.problems.${isKnown(problem) ? words[problem] : 'notXml'}`;

const isKnown = (problem: string): problem is MetadataProblem => Object.hasOwn(words, problem);
