/**
 * A stand-in for a company's identity provider (SAML 2.0), so that single sign-on works without internet: it takes the
 * service's signed requests, lets a person pick an account, and answers as a real one does. Development only.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import { days, seconds } from '@app/contract/fields/durations.ts';
import { email as emailRule } from '@app/contract/fields/fields.ts';
import { createPrivateKey } from 'node:crypto';

import type { Deps } from '#deps.ts';
import { installFormScope } from '#http/forms/form-scope.ts';
import type { Headers } from '#http/request/headers.ts';
import { createPlainPageSender } from '#http/documents/plain-page.ts';
import { queryOf, searchOf } from '#http/request/request-address.ts';
import { samlAddresses } from '#security/saml/addresses.ts';
import { redirectAddress } from '#security/saml/binding.ts';
import { logoutRequestXml, logoutResponseXml } from '#security/saml/logout-messages.ts';
import { newRequestId } from '#security/saml/authn-request.ts';
import { findCompanyOfDomain } from '#store/accounts/saml-configurations.ts';
import { ssoDomain } from '#dev/seed.ts';

import {
  identityProviderMetadata,
  identityProviderPath,
  signedResponse,
  type Decision,
  emailFormat,
  identityProviderAddresses,
} from './identity-provider-answer.ts';
import { people, pickPage, refusalPage, returnPage, waits, signedOutPage } from './identity-provider-page.ts';
import { postedQuery, readAuthnRequest, readLogoutRequest } from './identity-provider-request.ts';
import { type SelfSignedKey, certificateOf } from './saml-key.ts';

const script = readFileSync(new URL('./identity-provider-post.js', import.meta.url));
const style = readFileSync(new URL('./identity-provider-style.css', import.meta.url));

export function installIdentityProvider(
  app: FastifyInstance,
  headers: Headers,
  deps: Deps,
  key: SelfSignedKey,
): void {
  const { publicUrl } = deps.settings;
  const send = createPlainPageSender(headers);
  const read = (query: string) =>
    readAuthnRequest(query, { publicUrl, certificate: deps.keys.saml?.certificate });
  const refuse = (reply: FastifyReply, reason: string) => send(reply.code(400), refusalPage(reason));

  app.get(`${identityProviderPath}/sso`, async (request, reply) => {
    const query = searchOf(request.url).slice(1);
    const asked = read(query);
    return asked.ok ? send(reply, pickPage(query)) : refuse(reply, asked.reason);
  });
  installFormScope(app, deps.settings, (scope) => {
    scope.post(`${identityProviderPath}/sso`, async (request, reply) => {
      const query = postedQuery(request.body as URLSearchParams);
      const asked = read(query);
      return asked.ok ? send(reply, pickPage(query)) : refuse(reply, asked.reason);
    });
    scope.post(`${identityProviderPath}/answer`, async (request, reply) => {
      const form = request.body as URLSearchParams;
      const query = form.get('request') ?? '';
      const asked = read(query);
      if (!asked.ok) return refuse(reply, asked.reason);
      const decision = decisionOf(form);
      if (decision === undefined)
        return send(reply, pickPage(query, 'Pick an account, or type an email address.'));

      const faults = faultsOf(form);
      await wait(faults.wait);
      const now = deps.clock() + faults.clock;
      const xml = signedResponse({ request: asked.request, decision, publicUrl, key, now });
      const answer = faults.changed ? xml.replace(/(<saml:NameID[^>]*>)/, '$1x') : xml;
      return send(
        reply,
        returnPage(asked.request.acsUrl, {
          SAMLResponse: Buffer.from(answer).toString('base64'),
          RelayState: asked.request.relayState ?? '',
        }),
      );
    });
  });
  // `?binding=post`: a provider that takes requests to sign in by HTTP-POST only.
  app.get(`${identityProviderPath}/metadata`, async (request, reply) => {
    const binding = queryOf(request.url).get('binding') === 'post' ? 'post' : 'redirect';
    return reply
      .type('application/samlmetadata+xml; charset=utf-8')
      .send(identityProviderMetadata(publicUrl, key, binding));
  });
  installLogout(app, deps, key, send);
  app.get(`${identityProviderPath}/post.js`, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  );
  app.get(`${identityProviderPath}/style.css`, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(style),
  );
}

/** The choice in the form; undefined if no account was picked and no address was typed. */
function decisionOf(form: URLSearchParams): Decision | undefined {
  if (form.has('deny')) return 'denied';
  const typed = v.safeParse(emailRule, form.get('account') ?? form.get('email'));
  if (!typed.success) return undefined;
  const email = typed.output;
  return { email, name: people.find((one) => one.email === email)?.name ?? email };
}

/** `wait` and `clock` in milliseconds. */
function faultsOf(form: URLSearchParams): { wait: number; clock: number; changed: boolean } {
  const waiting = waits.find((one) => String(one) === form.get('wait')) ?? 0;
  const off = seconds(Number(form.get('clock')));
  return {
    wait: seconds(waiting),
    // Ignores a value that is not a number or is outside the range of dates.
    clock: Math.abs(off) <= days(1) ? off : 0,
    changed: form.has('change') && form.get('change') !== '',
  };
}

/** Single logout at the stand-in identity provider: answers the service's requests and sends its own requests. */
const path = `${identityProviderPath}/logout`;

function installLogout(
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
