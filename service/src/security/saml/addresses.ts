/** The service's addresses as a SAML service provider, one set per company. */

export interface SamlAddresses {
  /** Identifies the service to the company's identity provider; serves its metadata. */
  readonly entityId: string;
  /** Receives the provider's responses (HTTP-POST). */
  readonly acs: string;
  /** Starts a sign-in in whichever browser opens it: for bookmarks and for a provider's tile. */
  readonly start: string;
  /** Sends a sign-in that the app started to the provider. */
  readonly login: string;
  /** Sends a test sign-in to a provider that takes requests by HTTP-POST only. */
  readonly test: string;
  /** Starts a logout, and receives the provider's logout messages (HTTP-Redirect, HTTP-POST). */
  readonly logout: string;
}

/** @param publicUrl PUBLIC_URL, without a slash at its end */
export function samlAddresses(publicUrl: string, companyId: string): SamlAddresses {
  const base = `${publicUrl}/auth/v1/saml/${companyId}`;
  return {
    entityId: `${base}/metadata`,
    acs: `${base}/acs`,
    start: `${base}/start`,
    login: `${base}/login`,
    test: `${base}/test`,
    logout: `${base}/logout`,
  };
}
