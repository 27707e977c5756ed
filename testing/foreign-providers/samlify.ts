/** An identity provider that runs `samlify`. */
import { randomUUID } from 'node:crypto';

import { Constants, IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify';

import type { SamlLibrary } from './saml.ts';
import { pageOf, postingForm } from './server.ts';

const { binding } = Constants.namespace;
const { StatusCode } = Constants;

// samlify requires a schema validator. These tests do not check schemas.
setSchemaValidator({ validate: async () => 'not checked' });

/**
 * samlify leaves this element empty, but every provider must state when the person signed in (SAML Profiles
 * §4.1.4.2).
 */
const signedIn =
  '<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="{SessionIndex}"><saml:AuthnContext>' +
  '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport' +
  '</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>';

export const samlify: SamlLibrary = {
  name: 'samlify',
  setUp({ url, privateKey, certificate, serviceMetadata }) {
    const provider = IdentityProvider({
      entityID: `${url}/metadata`,
      privateKey,
      signingCert: certificate,
      wantAuthnRequestsSigned: true,
      wantLogoutRequestSigned: true,
      wantLogoutResponseSigned: true,
      requestSignatureAlgorithm: Constants.algorithms.signature.RSA_SHA256,
      nameIDFormat: [Constants.namespace.format.emailAddress],
      singleSignOnService: [{ Binding: binding.redirect, Location: `${url}/sso` }],
      singleLogoutService: [{ Binding: binding.redirect, Location: `${url}/logout` }],
    });
    const service = ServiceProvider({
      metadata: serviceMetadata,
      wantMessageSigned: true,
      wantLogoutRequestSigned: true,
      wantLogoutResponseSigned: true,
    });
    const to = String(service.entityMeta.getAssertionConsumerService('post'));
    // A response with an error status has no assertion to sign.
    const serviceOfRefusals = ServiceProvider({
      entityID: service.entityMeta.getEntityID(),
      wantMessageSigned: true,
      assertionConsumerService: [{ Binding: binding.post, Location: to }],
    });

    /** A message by HTTP-Redirect, with the string that its signature covers. */
    const received = (name: 'SAMLRequest' | 'SAMLResponse', query: URLSearchParams) => ({
      query: Object.fromEntries(query),
      octetString: new URLSearchParams(
        [name, 'RelayState', 'SigAlg'].flatMap((one) => {
          const value = query.get(one);
          return value === null ? [] : [[one, value]];
        }),
      ).toString(),
    });

    return {
      metadata: provider.getMetadata(),
      async logOut(query) {
        const { extract } = await provider.parseLogoutRequest(
          service,
          'redirect',
          received('SAMLRequest', query),
        );
        const relayState = query.get('RelayState') ?? '';
        return {
          location: provider.createLogoutResponse(service, { extract }, 'redirect', { relayState }).context,
        };
      },
      async endSessions(email) {
        const user = { logoutNameID: email };
        return { location: provider.createLogoutRequest(service, 'redirect', user).context };
      },
      async checkEnded(query) {
        await provider.parseLogoutResponse(service, 'redirect', received('SAMLResponse', query));
      },
      async answer(query, email) {
        const { extract } = await provider.parseLoginRequest(
          service,
          'redirect',
          received('SAMLRequest', query),
        );
        const id = `_${randomUUID()}`;
        const values = {
          ID: id,
          AssertionID: `_${randomUUID()}`,
          InResponseTo: String(extract.request?.['id']),
          Issuer: provider.entityMeta.getEntityID(),
          Audience: service.entityMeta.getEntityID(),
          Destination: to,
          SubjectRecipient: to,
          NameIDFormat: Constants.namespace.format.emailAddress,
          NameID: email ?? '',
          SessionIndex: id,
          AttributeStatement: '',
          ...timesFrom(Date.now()),
        };
        const fill = (template: string): string =>
          email === undefined
            ? template
                .replace(/<saml:Assertion.*<\/saml:Assertion>/s, '')
                .replace('"{StatusCode}"/>', `"${StatusCode.Responder}">${denied}</samlp:StatusCode>`)
            : template.replace('{StatusCode}', StatusCode.Success).replace('{AuthnStatement}', signedIn);
        const { context } = await provider.createLoginResponse(
          email === undefined ? serviceOfRefusals : service,
          { extract },
          'post',
          {},
          (template: string) => ({ id, context: SamlLib.replaceTagsByValue(fill(template), values) }),
        );
        const fields = { SAMLResponse: context, RelayState: query.get('RelayState') ?? '' };
        return pageOf('One moment', postingForm(to, fields));
      },
    };
  },
};

const denied = `<samlp:StatusCode Value="${StatusCode.AuthFailed}"/>`;

/** The time conditions of an assertion: valid from now for five minutes. */
function timesFrom(now: number): Record<string, string> {
  const [start, end] = [now, now + 300_000].map((time) => new Date(time).toISOString());
  return {
    IssueInstant: start ?? '',
    ConditionsNotBefore: start ?? '',
    ConditionsNotOnOrAfter: end ?? '',
    SubjectConfirmationDataNotOnOrAfter: end ?? '',
  };
}
