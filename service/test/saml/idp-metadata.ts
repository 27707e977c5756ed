/** Metadata in the formats of well-known identity providers, for tests. The companies in it are invented. */

const md = 'xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"';
const ds = 'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"';
export const redirect = 'Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"';
export const post = 'Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"';
const protocol = 'protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"';
const emailClaim = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';

/** A KeyDescriptor; an empty `use` is left out. Real files have line breaks in a certificate. */
export function keyDescriptor(certificate: string, use = 'signing'): string {
  const lines = certificate.match(/.{1,76}/g)?.join('\n') ?? '';
  return (
    `<md:KeyDescriptor${use === '' ? '' : ` use="${use}"`}><ds:KeyInfo ${ds}><ds:X509Data>` +
    `<ds:X509Certificate>\n${lines}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`
  );
}

export interface Shape {
  readonly xml: string;
  readonly reads: {
    readonly entityId: string;
    readonly ssoUrl: string;
    readonly logoutUrl: string | undefined;
    readonly emailAttribute: string | undefined;
    /** base64 DER, in order. */
    readonly certificates: readonly string[];
  };
}

/** `a` and `b` are certificates, base64 DER; two of the files have both, as during a key rotation. */
export function shapesOfProviders(a: string, b: string): Record<string, Shape> {
  const tenant = '6f1c2a54-0b7e-4d0a-9d55-1f3a2b4c5d6e';
  return {
    // With a byte order mark, a signature, and the roles of WS-Federation beside SAML's.
    'Entra ID': {
      xml: `\uFEFF<?xml version="1.0" encoding="utf-8"?><EntityDescriptor ID="_a1b2" entityID="https://sts.windows.net/${tenant}/" xmlns="urn:oasis:names:tc:SAML:2.0:metadata"><Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#" /><SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256" /><Reference URI="#_a1b2"><DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256" /><DigestValue>AAAA</DigestValue></Reference></SignedInfo><SignatureValue>AAAA</SignatureValue><KeyInfo><X509Data><X509Certificate>AAAA</X509Certificate></X509Data></KeyInfo></Signature><RoleDescriptor xsi:type="fed:SecurityTokenServiceType" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" protocolSupportEnumeration="http://docs.oasis-open.org/wsfed/federation/200706" xmlns:fed="http://docs.oasis-open.org/wsfed/federation/200706"><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${b}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><fed:ClaimTypesOffered><auth:ClaimType Uri="${emailClaim}" xmlns:auth="http://docs.oasis-open.org/wsfed/authorization/200706"><auth:DisplayName>Email</auth:DisplayName></auth:ClaimType></fed:ClaimTypesOffered></RoleDescriptor><IDPSSODescriptor ${protocol}><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${a}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleLogoutService ${redirect} Location="https://login.microsoftonline.com/${tenant}/saml2" /><SingleSignOnService ${redirect} Location="https://login.microsoftonline.com/${tenant}/saml2" /><SingleSignOnService ${post} Location="https://login.microsoftonline.com/${tenant}/saml2" /></IDPSSODescriptor></EntityDescriptor>`,
      reads: {
        entityId: `https://sts.windows.net/${tenant}/`,
        ssoUrl: `https://login.microsoftonline.com/${tenant}/saml2`,
        logoutUrl: `https://login.microsoftonline.com/${tenant}/saml2`,
        emailAttribute: undefined,
        certificates: [a],
      },
    },
    Okta: {
      xml: `<?xml version="1.0" encoding="UTF-8"?><md:EntityDescriptor entityID="http://www.okta.com/exk1northline" ${md}><md:IDPSSODescriptor WantAuthnRequestsSigned="false" ${protocol}>${keyDescriptor(a)}<md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat><md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified</md:NameIDFormat><md:SingleSignOnService ${post} Location="https://harbour.okta.test/app/northline/exk1/sso/saml"/><md:SingleSignOnService ${redirect} Location="https://harbour.okta.test/app/northline/exk1/sso/saml"/></md:IDPSSODescriptor></md:EntityDescriptor>`,
      reads: {
        entityId: 'http://www.okta.com/exk1northline',
        ssoUrl: 'https://harbour.okta.test/app/northline/exk1/sso/saml',
        logoutUrl: undefined,
        emailAttribute: undefined,
        certificates: [a],
      },
    },
    'Google Workspace': {
      xml: `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<md:EntityDescriptor ${md} entityID="https://accounts.google.com/o/saml2?idpid=C01northl" validUntil="2031-04-02T09:12:31.000Z">\n  <md:IDPSSODescriptor WantAuthnRequestsSigned="false" ${protocol}>\n    ${keyDescriptor(a)}\n    ${keyDescriptor(b)}\n    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>\n    <md:SingleSignOnService ${redirect} Location="https://accounts.google.com/o/saml2/idp?idpid=C01northl"/>\n    <md:SingleSignOnService ${post} Location="https://accounts.google.com/o/saml2/idp?idpid=C01northl"/>\n  </md:IDPSSODescriptor>\n</md:EntityDescriptor>\n`,
      reads: {
        entityId: 'https://accounts.google.com/o/saml2?idpid=C01northl',
        ssoUrl: 'https://accounts.google.com/o/saml2/idp?idpid=C01northl',
        logoutUrl: undefined,
        emailAttribute: undefined,
        certificates: [a, b],
      },
    },
    // In an EntitiesDescriptor, as its older versions wrote; the same certificate for both uses, and a key name.
    Keycloak: {
      xml: `<md:EntitiesDescriptor Name="urn:keycloak" ${md} xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ${ds}><md:EntityDescriptor entityID="https://sso.harbour.test/realms/staff"><md:IDPSSODescriptor WantAuthnRequestsSigned="true" ${protocol}><md:KeyDescriptor use="signing"><ds:KeyInfo><ds:KeyName>FJ86GcF3jTbNLOco4NvZkUCIUmfYCqoqtOQeMfbhNlE</ds:KeyName><ds:X509Data><ds:X509Certificate>${a}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>${keyDescriptor(a, '')}<md:ArtifactResolutionService Binding="urn:oasis:names:tc:SAML:2.0:bindings:SOAP" Location="https://sso.harbour.test/realms/staff/protocol/saml/resolve" index="0"/><md:SingleLogoutService ${post} Location="https://sso.harbour.test/realms/staff/protocol/saml"/><md:SingleLogoutService ${redirect} Location="https://sso.harbour.test/realms/staff/protocol/saml"/><md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat><md:SingleSignOnService ${post} Location="https://sso.harbour.test/realms/staff/protocol/saml"/><md:SingleSignOnService ${redirect} Location="https://sso.harbour.test/realms/staff/protocol/saml"/></md:IDPSSODescriptor></md:EntityDescriptor></md:EntitiesDescriptor>`,
      reads: {
        entityId: 'https://sso.harbour.test/realms/staff',
        ssoUrl: 'https://sso.harbour.test/realms/staff/protocol/saml',
        logoutUrl: 'https://sso.harbour.test/realms/staff/protocol/saml',
        emailAttribute: undefined,
        certificates: [a],
      },
    },
    // Its installer writes comments before and inside the root, with whole elements in them.
    Shibboleth: {
      xml: `<?xml version="1.0" encoding="UTF-8"?>\n<!--\n     This is example metadata only. Do *NOT* supply it as is without review,\n     and do *NOT* provide it in real time to your partners.\n-->\n<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" ${md} ${ds} xmlns:shibmd="urn:mace:shibboleth:metadata:1.0" xmlns:mdui="urn:oasis:names:tc:SAML:metadata:ui" entityID="https://idp.harbour.test/idp/shibboleth">\n    <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol urn:mace:shibboleth:1.0">\n        <Extensions>\n            <shibmd:Scope regexp="false">harbour.test</shibmd:Scope>\n<!--\n    Fill in the details for your IdP here\n            <mdui:UIInfo>\n                <mdui:DisplayName xml:lang="en">A Name for the IdP</mdui:DisplayName>\n            </mdui:UIInfo>\n-->\n        </Extensions>\n        <!-- First signing certificate is BackChannel, the Second is FrontChannel -->\n        ${keyDescriptor(b)}\n        ${keyDescriptor(a)}\n        ${keyDescriptor(b, 'encryption')}\n        <!--\n        <SingleLogoutService ${redirect} Location="https://idp.harbour.test/idp/profile/SAML2/Redirect/SLO"/>\n        -->\n        <SingleSignOnService Binding="urn:mace:shibboleth:1.0:profiles:AuthnRequest" Location="https://idp.harbour.test/idp/profile/Shibboleth/SSO"/>\n        <SingleSignOnService ${post} Location="https://idp.harbour.test/idp/profile/SAML2/POST/SSO"/>\n        <SingleSignOnService ${redirect} Location="https://idp.harbour.test/idp/profile/SAML2/Redirect/SSO"/>\n    </IDPSSODescriptor>\n    <!-- The Attribute Authority is of no use to most. -->\n</EntityDescriptor>\n<!-- written by hand on a Tuesday -->\n`,
      reads: {
        entityId: 'https://idp.harbour.test/idp/shibboleth',
        ssoUrl: 'https://idp.harbour.test/idp/profile/SAML2/Redirect/SSO',
        logoutUrl: undefined,
        emailAttribute: undefined,
        certificates: [b, a],
      },
    },
    // An encryption key, a service provider's role, and the attributes that it can send.
    ADFS: {
      xml: `<?xml version="1.0" encoding="utf-8"?><EntityDescriptor ID="_9a" entityID="http://adfs.harbour.test/adfs/services/trust" xmlns="urn:oasis:names:tc:SAML:2.0:metadata" ${md}><SPSSODescriptor WantAssertionsSigned="true" ${protocol}>${keyDescriptor(b)}<AssertionConsumerService ${post} Location="https://adfs.harbour.test/adfs/ls/" index="0" isDefault="true"/></SPSSODescriptor><IDPSSODescriptor ${protocol}>${keyDescriptor(b, 'encryption')}${keyDescriptor(b)}${keyDescriptor(a)}<SingleLogoutService ${redirect} Location="https://adfs.harbour.test/adfs/ls/"/><NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat><SingleSignOnService ${redirect} Location="https://adfs.harbour.test/adfs/ls/"/><SingleSignOnService ${post} Location="https://adfs.harbour.test/adfs/ls/"/><Attribute Name="http://schemas.microsoft.com/2012/12/certificatecontext/field/subjectemail" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri" FriendlyName="Other" xmlns="urn:oasis:names:tc:SAML:2.0:assertion"/><Attribute Name="${emailClaim}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri" FriendlyName="E-Mail Address" xmlns="urn:oasis:names:tc:SAML:2.0:assertion"/></IDPSSODescriptor><ContactPerson contactType="support"><GivenName>Harbour</GivenName></ContactPerson></EntityDescriptor>`,
      reads: {
        entityId: 'http://adfs.harbour.test/adfs/services/trust',
        ssoUrl: 'https://adfs.harbour.test/adfs/ls/',
        logoutUrl: 'https://adfs.harbour.test/adfs/ls/',
        emailAttribute: emailClaim,
        certificates: [b, a],
      },
    },
  };
}

/** A plain metadata file of one provider, with a test's changes. */
export function plainMetadata(parts: {
  keys: string;
  entityId?: string;
  login?: string;
  logout?: string;
  attributes?: readonly string[];
  /** Replaces all SingleSignOnService elements. */
  services?: string;
  protocols?: string;
  validUntil?: string;
}): string {
  const { entityId = 'https://idp.harbour.test/saml', login = 'https://idp.harbour.test/login' } = parts;
  const attributes = (parts.attributes ?? []).map(
    (name) => `<saml:Attribute xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" Name="${name}"/>`,
  );
  return (
    `<md:EntityDescriptor ${md} entityID="${entityId}"` +
    `${parts.validUntil === undefined ? '' : ` validUntil="${parts.validUntil}"`}>` +
    `<md:IDPSSODescriptor protocolSupportEnumeration="${parts.protocols ?? 'urn:oasis:names:tc:SAML:2.0:protocol'}">` +
    parts.keys +
    (parts.logout === undefined ? '' : `<md:SingleLogoutService ${redirect} Location="${parts.logout}"/>`) +
    (parts.services ?? `<md:SingleSignOnService ${redirect} Location="${login}"/>`) +
    `${attributes.join('')}</md:IDPSSODescriptor></md:EntityDescriptor>`
  );
}
