/** Where the service answers as a SAML service provider, one set of addresses for each company. */

export interface SamlAddresses {
  /** Names the service to the company's identity provider; its metadata is served there. */
  readonly entityId: string;
  /** Takes the provider's answers (HTTP-POST). */
  readonly acs: string;
  /** Where a sign-in starts. */
  readonly login: string;
  /** Where a logout starts, and where the provider's messages of single logout come (HTTP-Redirect, HTTP-POST). */
  readonly logout: string;
}

/** @param publicUrl PUBLIC_URL, without a slash at its end */
export function samlAddresses(publicUrl: string, companyId: string): SamlAddresses {
  const base = `${publicUrl}/auth/v1/saml/${companyId}`;
  return {
    entityId: `${base}/metadata`,
    acs: `${base}/acs`,
    login: `${base}/login`,
    logout: `${base}/logout`,
  };
}
