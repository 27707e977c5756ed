/** Single logout at the stand-in identity provider: answers the service's requests and sends its own requests. */
import { createPrivateKey } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { email as emailRule } from '@app/contract/fields/fields.ts';
import * as v from 'valibot';

import type { Deps } from '#deps.ts';
import { installFormScope } from '#http/forms/form-scope.ts';
import { queryOf, searchOf } from '#http/request/request-address.ts';
import { samlAddresses } from '#security/saml/addresses.ts';
import { redirectAddress } from '#security/saml/binding.ts';
import { logoutRequestXml, logoutResponseXml } from '#security/saml/logout-messages.ts';
import { newRequestId } from '#security/saml/authn-request.ts';
import { findCompanyOfDomain } from '#store/accounts/saml-configurations.ts';

import { certificateOf, type SelfSignedKey } from './self-signed-key.ts';
import { emailFormat, identityProviderAddresses, identityProviderPath } from './identity-provider-answer.ts';
import { refusalPage, signedOutPage } from './identity-provider-page.ts';
import { readLogoutRequest } from './identity-provider-request.ts';
import { ssoDomain } from '#dev/seed.ts';

const path = `${identityProviderPath}/logout`;

export function installLogout(
  app: FastifyInstance,
  deps: Deps,
  key: SelfSignedKey,
  send: (reply: FastifyReply, html: string) => FastifyReply,
): void {
  const { publicUrl } = deps.settings;
  const { entityId } = identityProviderAddresses(publicUrl);
  const keys = { privateKey: createPrivateKey(key.privateKey), certificate: certificateOf(key) };
  const message = (destination: string) => ({
    id: newRequestId(),
    destination,
    spEntityId: entityId,
    now: deps.clock(),
  });

  app.get(path, async (request, reply) => {
    if (!queryOf(request.url).has('SAMLRequest')) return send(reply, signedOutPage());
    const expected = { publicUrl, certificate: deps.keys.saml?.certificate };
    const asked = readLogoutRequest(searchOf(request.url).slice(1), expected);
    if (!asked.ok) return send(reply.code(400), refusalPage(asked.reason));
    const { id, logoutUrl, relayState } = asked.request;
    const xml = logoutResponseXml(message(logoutUrl), id);
    return reply.redirect(redirectAddress(logoutUrl, { name: 'SAMLResponse', xml, relayState }, keys), 303);
  });

  installFormScope(app, deps.settings, (scope) => {
    scope.post(path, async (request, reply) => {
      const typed = v.safeParse(emailRule, (request.body as URLSearchParams).get('email'));
      const company = await findCompanyOfDomain(deps.store.relaxed, ssoDomain);
      if (!typed.success || company === undefined) return send(reply, signedOutPage());
      const { logout } = samlAddresses(publicUrl, company.companyId);
      const xml = logoutRequestXml(message(logout), { nameId: typed.output, format: emailFormat });
      return reply.redirect(
        redirectAddress(logout, { name: 'SAMLRequest', xml, relayState: undefined }, keys),
        303,
      );
    });
  });
}
