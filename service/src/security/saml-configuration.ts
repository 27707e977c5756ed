/** What is known about a company's identity provider: read from its metadata, kept by the store, used by every answer. */
export interface SamlConfiguration {
  readonly companyId: string;
  /** The identity provider's own name; the issuer of its answers. */
  readonly entityId: string;
  /** Where a request to sign in is sent (HTTP-Redirect). */
  readonly ssoUrl: string;
  /** Where a browser is sent to sign out there too. */
  readonly logoutUrl: string | undefined;
  /** X.509, base64 DER: one, or two while the company changes its key. */
  readonly certificates: readonly string[];
  /** The attribute that holds the email; undefined: the NameID. */
  readonly emailAttribute: string | undefined;
}
