/** The whole ways through Google and a company's identity provider: sign-in, test sign-in and single logout. */
import { samlAddresses } from '#security/saml/addresses.ts';
import { newSubject } from '#test/drivers/google-issuer.ts';
import { identityLinkTo } from '#test/drivers/link-driver.ts';
import { messageIn } from '#test/drivers/logout-driver.ts';
import { createSsoCompany, createSsoPerson, newAttempt, respond } from '#test/drivers/sso-driver.ts';
import { logoutForm } from '#test/saml/saml-logout-messages.ts';
import { createAccount } from '#test/setup/test-deps.ts';

import type { CanaryService } from '#test/canary/canary-service.ts';
import { callOf } from './accounts.ts';

const fromProvider = {
  accept: 'text/html',
  origin: 'https://idp.test',
  'sec-fetch-site': 'cross-site',
  'content-type': 'application/x-www-form-urlencoded',
};

export async function visitGoogle(canary: CanaryService): Promise<void> {
  const { deps, issuer, secrets } = canary;
  const { email } = await createAccount(deps, { method: 'google' });
  const nonce = secrets.plantWord('nonce of the ID token');
  const idToken = issuer.token(email, deps.clock(), { sub: newSubject(), nonce });
  secrets.learn('Google ID token', idToken);
  await callOf(canary, 'signInWithGoogle', { idToken });
  const other = await createAccount(deps, { method: 'google' });
  const { token: confirmationCode } = await identityLinkTo(deps, other);
  await canary.learnFromMails();
  await callOf(canary, 'confirmIdentity', { email: other.email, confirmationCode });
}

/** An attribute with a secret in the assertion, and the signatures, which only the whole answer has. */
function answerParts({ secrets }: CanaryService) {
  const secret = secrets.plantWord('attribute of the SAML answer');
  const attribute = `<saml:AttributeStatement><saml:Attribute Name="badge"><saml:AttributeValue>${secret}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>`;
  return {
    change: (xml: string) => xml.replace('</saml:Assertion>', attribute),
    learn(answer: string): string {
      const xml = Buffer.from(answer, 'base64').toString();
      for (const [, value = ''] of xml.matchAll(/<ds:SignatureValue>([^<]+)</g))
        secrets.learn('signature of the SAML answer', value);
      return answer;
    },
  };
}

export async function visitSingleSignOn(canary: CanaryService): Promise<void> {
  const { deps, secrets, send } = canary;
  const company = await createSsoCompany(deps, { logoutUrl: 'https://idp.test/out', logoutBinding: 'post' });
  const { email } = await createSsoPerson(deps, company);
  await callOf(canary, 'checkSsoDomain', { domain: company.domains[0] ?? '' });
  await callOf(canary, 'startCompanySso', { companyId: company.id });
  const started = (await callOf(canary, 'startSso', { email })).json<{ url: string; logoutUrl: string }>();

  const { redirectUri, codeChallenge, codeVerifier } = newAttempt();
  secrets.learn('state of the attempt', new URL(redirectUri).searchParams.get('state') ?? '');
  secrets.learn('verifier of the attempt', codeVerifier);
  const start = new URL(started.url, 'http://localhost:4000');
  const query = { redirect_uri: redirectUri, code_challenge: codeChallenge, code_challenge_method: 'S256' };
  for (const [name, value] of Object.entries(query)) start.searchParams.set(name, value);
  const login = await send({
    call: 'GET /auth/v1/saml/:companyId/login',
    method: 'GET',
    url: start.pathname + start.search,
    headers: { accept: 'text/html' },
  });
  const sent = new URL(String(login.headers['location'])).searchParams;
  const requestId = / ID="([^"]+)"/.exec(messageIn(sent, 'SAMLRequest'))?.[1] ?? '';
  const relayState = sent.get('RelayState') ?? '';

  const parts = answerParts(canary);
  const attempt = { redirectUri, codeVerifier, relayState, requestId };
  const answer = parts.learn(respond(deps, company, attempt, { email, change: parts.change }));
  const acs = `/auth/v1/saml/${company.id}/acs`;
  const post = (SAMLResponse: string, RelayState: string) =>
    send({
      call: 'POST /auth/v1/saml/:companyId/acs',
      url: acs,
      payload: new URLSearchParams({ SAMLResponse, RelayState }).toString(),
      headers: fromProvider,
    });
  // Refused ones first: each says in the log why.
  const wrong = parts.learn(respond(deps, company, attempt, { email, change: parts.change, sign: 'none' }));
  await post(wrong, relayState);
  await post(`${answer.slice(0, -40)}${secrets.plantWord('broken SAML answer')}`, relayState);
  await post(btoa(`<a>${secrets.plant('XML that is no answer')}`), secrets.plant('RelayState'));
  await post(secrets.plant('SAMLResponse that is no base64'), secrets.plant('second RelayState'));
  const back = await post(answer, relayState);
  const code = new URL(String(back.headers['location']), 'http://localhost:4000').searchParams.get('code');
  if (code === null) throw new Error(`no code: ${String(back.headers['location'])}`);
  await callOf(canary, 'signInWithSsoCode', { code, redirectUrl: redirectUri, codeVerifier });

  const { pathname, search } = new URL(started.logoutUrl);
  const logout = `/auth/v1/saml/${company.id}/logout`;
  await send({
    call: 'GET /auth/v1/saml/:companyId/logout',
    method: 'GET',
    url: pathname + search,
    headers: { accept: 'text/html' },
  });
  for (const sessionIndexes of [['_one'], [secrets.plantWord('SessionIndex')]])
    await send({
      call: 'POST /auth/v1/saml/:companyId/logout',
      url: logout,
      payload: logoutForm({
        kind: 'request',
        issuer: company.idp.entityId,
        destination: samlAddresses(deps.settings.publicUrl, company.id).logout,
        keys: company.idp,
        now: deps.clock(),
        nameId: email,
        sessionIndexes,
        relayState: secrets.plantWord('RelayState of a logout'),
      }),
      headers: fromProvider,
    });
  await send({
    call: 'GET /auth/v1/saml/:id/metadata',
    method: 'GET',
    url: `/auth/v1/saml/${company.id}/metadata`,
  });
}
