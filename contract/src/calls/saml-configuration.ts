/**
 * A company's identity provider: the call by which an admin uploads its metadata (spec §4), and what is known of it
 * afterwards. The call is not in `endpoints`, because its body is a file and not JSON.
 */
import * as v from 'valibot';

/** `PUT`, with the id of the company in place of `{id}`. */
export const samlConfigurationPath = '/auth/v1/companies/{id}/saml/configuration';

/** Why a metadata file was not taken: the problems of `file` in a 422. */
export const metadataProblems = [
  // The file itself.
  'is_required',
  'several_files',
  'too_large',
  'not_utf8',
  'not_xml',
  'doctype',
  'comment',
  'processing_instruction',
  'xml_declaration',
  'cdata',
  // Another kind of file, which is not read further.
  'web_page',
  'address_only',
  'certificate_only',
  'entity',
  'too_deep',
  'too_many_attributes',
  'too_many_elements',
  // What it tells.
  'not_metadata',
  'no_identity_provider',
  'several_identity_providers',
  'not_saml_2',
  'metadata_expired',
  'entity_id',
  'no_redirect_address',
  'login_address',
  'login_address_characters',
  'login_address_form',
  'no_certificate',
  'several_certificates_in_a_key',
  'too_many_certificates',
  'directory_file',
  'certificate',
  'certificate_key',
  'certificates_expired',
] as const;
export type MetadataProblem = (typeof metadataProblems)[number];

/** At once in use: a provider may publish each key that it still has. */
export const mostCertificates = 5;

/** Why a part of a file was left out, while the rest is used. */
const droppedReasons = [
  'certificate',
  'certificate_key',
  'certificates_expired',
  'several_certificates_in_a_key',
  'logout_address',
] as const;

/** A certificate that was left out, by its subject if it can be read; or the address of single logout. */
const droppedPart = v.object({ reason: v.picklist(droppedReasons), subject: v.optional(v.string()) });
export type DroppedPart = v.InferOutput<typeof droppedPart>;

/** A certificate is warned of when it ends within so many days (threat C8). */
export const certificateWarnings = [1, 7, 30] as const;
export type CertificateWarning = (typeof certificateWarnings)[number];

/** What was read from the uploaded metadata, for the admin to compare with what the identity provider shows. */
export const samlConfigurationAnswer = v.object({
  entityId: v.string(),
  ssoUrl: v.string(),
  logoutUrl: v.optional(v.string()),
  certificates: v.array(
    v.object({
      /** Milliseconds since the epoch. */
      notAfter: v.number(),
      /** RFC 4514, on one line. */
      subject: v.string(),
      /** SHA-256, as `AB:CD:…`. */
      fingerprint: v.string(),
      /** Only where the end is near: it is within so many days. */
      endsWithinDays: v.optional(v.picklist(certificateWarnings)),
    }),
  ),
  /** The attribute that holds the email; missing: the NameID does. */
  emailAttribute: v.optional(v.string()),
  /** Only of a file that was just read: what it has and cannot be used. */
  dropped: v.optional(v.array(droppedPart)),
});
export type SamlConfigurationAnswer = v.InferOutput<typeof samlConfigurationAnswer>;

/** How a message is sent to the provider. */
export type SamlBinding = 'redirect' | 'post';

/** What the service knows of a company's identity provider. */
export interface SamlConfiguration {
  readonly companyId: string;
  /** The identity provider's own name; the issuer of its answers. */
  readonly entityId: string;
  /** Where a request to sign in is sent. */
  readonly ssoUrl: string;
  /** How; undefined: HTTP-Redirect. */
  readonly ssoBinding?: SamlBinding | undefined;
  /** Where a request to log out is sent; undefined: it knows no single logout. */
  readonly logoutUrl: string | undefined;
  /** How; undefined: HTTP-Redirect. */
  readonly logoutBinding?: SamlBinding | undefined;
  /** Where the answer to its own request to log out is sent; undefined: there too. */
  readonly logoutResponseUrl?: string | undefined;
  /** X.509, base64 DER: one, or more while the company changes its key. */
  readonly certificates: readonly string[];
  /** The attribute that holds the email; undefined: the NameID. */
  readonly emailAttribute: string | undefined;
  /** The oldest sign-in at the provider that is accepted, in milliseconds; undefined: only the provider decides. */
  readonly maxSignInAge?: number | undefined;
}
