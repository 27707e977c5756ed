/** What each identity provider calls our values, in the words of its own console, and where its metadata is. */

/** Our values for a provider. */
export type ProviderValue = 'entityId' | 'acsUrl' | 'logoutUrl' | 'metadataUrl';

export interface Provider {
  readonly id: string;
  /** A name, the same in every language; undefined: the tab of all others. */
  readonly name: string | undefined;
  /** Where in its console, from menu to page. Consoles are in the admin's language; these are the English names. */
  readonly path: readonly string[];
  /** Each field of its form, with our value. */
  readonly fields: readonly (readonly [field: string, value: ProviderValue])[];
  /** Fields with a fixed value. */
  readonly fixed: readonly (readonly [field: string, value: string])[];
  /** What to download there, as its console calls it; `{host}` is the company's own. */
  readonly metadata: string | undefined;
}

export const providers: readonly Provider[] = [
  {
    id: 'entra',
    name: 'Entra ID',
    path: ['Entra admin center', 'Enterprise apps', 'New application', 'Single sign-on', 'SAML'],
    fields: [
      ['Identifier (Entity ID)', 'entityId'],
      ['Reply URL (Assertion Consumer Service URL)', 'acsUrl'],
      ['Logout Url', 'logoutUrl'],
    ],
    fixed: [
      ['Unique User Identifier (Name ID)', 'user.mail'],
      ['Name identifier format', 'Email address'],
      ['Signing Option', 'Sign SAML response and assertion'],
    ],
    metadata: 'SAML Certificates → Federation Metadata XML',
  },
  {
    id: 'okta',
    name: 'Okta',
    path: ['Admin Console', 'Applications', 'Create App Integration', 'SAML 2.0'],
    fields: [
      ['Single sign-on URL', 'acsUrl'],
      ['Audience URI (SP Entity ID)', 'entityId'],
    ],
    fixed: [
      ['Name ID format', 'EmailAddress'],
      ['Application username', 'Email'],
      ['Response', 'Signed'],
      ['Assertion Signature', 'Signed'],
      ['Signature Algorithm', 'RSA-SHA256'],
    ],
    metadata: 'Sign On → SAML Signing Certificates → View IdP metadata',
  },
  {
    id: 'google',
    name: 'Google Workspace',
    path: ['Admin console', 'Apps', 'Web and mobile apps', 'Add app', 'Add custom SAML app'],
    fields: [
      ['ACS URL', 'acsUrl'],
      ['Entity ID', 'entityId'],
    ],
    fixed: [
      // Ticked, Google signs the response and not the assertion, which nobody could log in with.
      ['Signed response', 'off'],
      ['Name ID format', 'EMAIL'],
      ['Name ID', 'Basic Information > Primary email'],
    ],
    metadata: 'Google Identity Provider details → Download Metadata',
  },
  {
    id: 'keycloak',
    name: 'Keycloak',
    // 'Create client' would turn on client signatures with Keycloak's own key.
    path: ['Clients', 'Import client', 'Resource file: our metadata'],
    fields: [
      ['Client ID', 'entityId'],
      ['Assertion Consumer Service POST Binding URL', 'acsUrl'],
      ['Logout Service Redirect Binding URL', 'logoutUrl'],
    ],
    fixed: [
      ['Name ID format', 'email'],
      ['Force name ID format', 'On'],
      ['Sign assertions', 'On'],
      ['Signature algorithm', 'RSA_SHA256'],
      ['Client signature required', 'On'],
    ],
    metadata: 'Realm settings → General → SAML 2.0 Identity Provider Metadata',
  },
  {
    id: 'adfs',
    name: 'ADFS',
    path: ['AD FS Management', 'Relying Party Trusts', 'Add Relying Party Trust', 'Claims aware'],
    fields: [
      ['Federation metadata address (host name or URL)', 'metadataUrl'],
      ['Relying party trust identifier', 'entityId'],
      ['Relying party SAML 2.0 SSO service URL', 'acsUrl'],
    ],
    fixed: [
      ['Send LDAP Attributes as Claims', 'E-Mail-Addresses → E-Mail Address'],
      ['Transform an Incoming Claim', 'E-Mail Address → Name ID, format Email'],
      ['PowerShell', 'Set-AdfsRelyingPartyTrust -TargetName "…" -SamlResponseSignature MessageAndAssertion'],
    ],
    metadata: 'https://{host}/FederationMetadata/2007-06/FederationMetadata.xml',
  },
  {
    id: 'other',
    name: undefined,
    path: [],
    fields: [
      ['Entity ID (Audience, SP issuer)', 'entityId'],
      ['ACS URL (Reply URL, HTTP-POST)', 'acsUrl'],
      ['Single logout URL (SLO)', 'logoutUrl'],
      ['Metadata URL', 'metadataUrl'],
    ],
    fixed: [
      ['Name ID format', 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
      ['Signature', 'RSA-SHA256'],
    ],
    metadata: undefined,
  },
];
