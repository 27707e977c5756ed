/** Tests the redirects of single sign-on to the provider and back (threats C4, C7, D1). */
import { verify, X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import * as limits from '@app/contract/fields/limits.ts';
import { afterAll, expect, test } from 'vitest';

import { samlAddresses } from '#security/saml/addresses.ts';
import { hashHandle, newHandle } from '#security/tokens/handles.ts';
import { nameOf, outcomeOf, tally } from '#test/drivers/outcome.ts';
import { makeSigningKeys } from '#test/saml/saml-idp.ts';
import {
  beginByAddress,
  beginSso,
  createSsoCompany,
  createSsoDeps,
  createSsoPerson,
  exchange,
  finishSso,
  newAttempt,
  respond,
  readRedirect,
  withoutSupportCode,
} from '#test/drivers/sso-driver.ts';
import { callFrom, createAccount, createTestDeps, fillCounters, newClient } from '#test/setup/test-deps.ts';

import { ssoDomainChecks, ssoLogins, ssoStarts } from '#rate-limits/rate-limits.ts';
import { flows } from '#flows/flows.ts';
import { finishSsoLogin } from './sso-login.ts';

const deps = await createSsoDeps();
const company = await createSsoCompany(deps);
afterAll(() => deps.close());

const start = (email: string, call = newClient()) => outcomeOf(flows.startSso({ email }, call, deps));

test('the start looks only at the domain: the answer is the same with and without an account', async () => {
  const answers = new Set<string>();
  for (const domain of company.domains) {
    const known = await createSsoPerson(deps, company, { email: `known@${domain}` });
    const disabled = await createSsoPerson(deps, company, { email: `gone@${domain}`, status: 'disabled' });
    const local = await createSsoPerson(deps, company, { email: `local@${domain}`, method: 'password' });
    for (const email of [known.email, disabled.email, local.email, `nobody@${domain}`])
      answers.add(JSON.stringify((await start(email)).answer).replaceAll(/=[\w-]{43,}/g, '=random'));
  }
  const { login, logout } = samlAddresses('http://localhost:4000', company.id);
  expect([...answers]).toEqual([
    JSON.stringify({ url: `${login}?logout=random&by=random`, logoutUrl: `${logout}?logout_token=random` }),
  ]);

  await createAccount(deps, { email: 'ada@unclaimed.test', method: 'saml' });
  for (const email of ['ada@unclaimed.test', 'nobody@unclaimed.test', 'x@test.company.test'])
    expect(nameOf(await start(email))).toBe('ssoNotConfigured');
});

test('a domain without an address can be checked for single sign-on', async () => {
  const ask = async (domain: string, of = deps, call = newClient()) =>
    outcomeOf(flows.checkSsoDomain({ domain }, call, of));
  const said: Record<string, unknown> = {};
  for (const domain of [...company.domains, 'unclaimed.test', `sub.${company.domains[0]}`])
    said[domain] = (await ask(domain)).answer?.sso;
  expect(said).toEqual({
    ...Object.fromEntries(company.domains.map((domain) => [domain, true])),
    'unclaimed.test': false,
    [`sub.${company.domains[0]}`]: false,
  });
  const withoutKey = { ...deps, keys: { ...deps.keys, saml: undefined } };
  expect((await ask(company.domains[0] ?? '', withoutKey)).answer).toEqual({ sso: false });

  const call = newClient();
  const names: string[] = [];
  await fillCounters(deps, ssoDomainChecks(call.client), 2);
  for (let n = 0; n < 3; n += 1) names.push(nameOf(await ask('unclaimed.test', deps, call)));
  expect(tally(names)).toEqual({ answered: 2, rateLimited: 1 });
});

test('starts that lead nowhere are limited to 1,000 in ten minutes for a client, and keep nobody from a provider', async () => {
  const call = newClient();
  const names: string[] = [];
  for (const counters of [ssoStarts, ssoLogins]) await fillCounters(deps, counters(call.client), 3);
  for (let n = 0; n < 4; n += 1) names.push(nameOf(await start('a@unclaimed.test', call)));
  expect(tally(names)).toEqual({ ssoNotConfigured: 3, rateLimited: 1 });
  const begun: string[] = [];
  const nowhere = { ...newAttempt(), codeChallengeMethod: 'plain' };
  for (let n = 0; n < 4; n += 1)
    begun.push(nameOf(await outcomeOf(beginByAddress(company.id, nowhere, call, deps))));
  expect(tally(begun)).toEqual({ answered: 3, rateLimited: 1 });
  expect(nameOf(await start(`a@${company.domains[0]}`, call))).toBe('answered');
  expect(nameOf(await outcomeOf(beginSso(deps, company.id, call)))).toBe('answered');
});

test('without a SAML key the service has no single sign-on', async () => {
  const bare = await createTestDeps();
  const other = await createSsoCompany(bare);
  const asked = flows.startSso({ email: `a@${other.domains[0]}` }, newClient(), bare);
  expect(nameOf(await outcomeOf(asked))).toBe('ssoNotConfigured');
  const attempt = { ...newAttempt(), codeChallengeMethod: undefined };
  expect(readRedirect(await beginByAddress(other.id, attempt, newClient(), bare)).error).toBe(
    'sso-not-configured',
  );
  await bare.close();
});

test('the request is signed, names our addresses, and contains nothing else', async () => {
  const { redirectUri, codeChallenge } = newAttempt();
  const attempt = { redirectUri, codeChallenge, codeChallengeMethod: undefined };
  const address = await beginByAddress(company.id, attempt, newClient(), deps);
  const [place, query = ''] = address.split('?');
  const [signed = ''] = query.split('&Signature=');
  const values = new URLSearchParams(query);
  const certificate = new X509Certificate(Buffer.from(deps.keys.saml?.certificate ?? '', 'base64'));
  const signature = Buffer.from(values.get('Signature') ?? '', 'base64');
  expect(verify('sha256', Buffer.from(signed), certificate.publicKey, signature)).toBe(true);
  expect([...values.keys()]).toEqual(['SAMLRequest', 'RelayState', 'SigAlg', 'Signature']);
  const relayState = values.get('RelayState') ?? '';
  expect(relayState).toMatch(/^[\w-]{43}$/);

  const xml = inflateRawSync(Buffer.from(values.get('SAMLRequest') ?? '', 'base64')).toString();
  const { acs, entityId } = samlAddresses('http://localhost:4000', company.id);
  expect(xml).toContain(`Destination="${place}"`);
  expect(xml).toContain(`AssertionConsumerServiceURL="${acs}"`);
  expect(xml).toContain(`<saml:Issuer>${entityId}</saml:Issuer>`);
  expect(xml).toMatch(/ ID="_[\da-f]{40}" /);
  expect(xml).not.toMatch(/RequestedAuthnContext|ForceAuthn|NameIDPolicy/);
  // The database contains nothing that a browser could use.
  const rows = await deps.store.durable
    .selectFrom('saml_requests')
    .selectAll()
    .where('redirect_uri', '=', redirectUri)
    .execute();
  expect(rows).toMatchObject([{ relay_state: hashHandle(relayState) }]);
  expect(JSON.stringify(rows)).not.toContain(relayState);
});

test("junk answers with an attempt's RelayState do not end the attempt", async () => {
  const person = await createSsoPerson(deps, company);
  const attempt = await beginSso(deps, company.id);
  const good = { email: person.email };
  const stranger = await makeSigningKeys();
  const junk = [
    '',
    'AAAA',
    Buffer.from(`<Response InResponseTo="${attempt.requestId}"/>`).toString('base64'),
    respond(deps, company, attempt, { ...good, sign: 'none' }),
    respond(deps, company, attempt, { ...good, keys: stranger }),
    respond(deps, company, attempt, { ...good, spEntityId: 'https://elsewhere.test' }),
    respond(deps, company, attempt, { ...good, now: deps.clock() - 400_000 }),
  ];
  const errors: (string | undefined)[] = [];
  for (const answer of junk)
    errors.push((await finishSso(deps, company.id, answer, attempt.relayState)).error);
  expect(errors.filter((error) => error === undefined)).toEqual([]);
  const { code = '' } = await finishSso(
    deps,
    company.id,
    respond(deps, company, attempt, good),
    attempt.relayState,
  );
  expect(nameOf(await exchange(deps, attempt, code))).toBe('answered');
});

test('C7: an unsolicited answer is dropped, and our own page starts a request once', async () => {
  const person = await createSsoPerson(deps, company);
  const attempt = await beginSso(deps, company.id);
  const answer = respond(deps, company, attempt, { email: person.email });
  const other = await createSsoCompany(deps);
  const tries: [string, string | undefined][] = [
    [company.id, undefined],
    [company.id, ''],
    [company.id, newHandle()],
    [company.id, 'x'.repeat(5000)],
    [other.id, attempt.relayState],
    ['not-a-company', attempt.relayState],
  ];
  for (const [id, relayState] of tries)
    expect(await finishSso(deps, id, answer, relayState)).toEqual({
      code: undefined,
      error: id === 'not-a-company' ? 'sso-not-configured' : undefined,
      to: '/login',
    });
  const next = await finishSsoLogin(
    company.id,
    { samlResponse: answer, relayState: 'https://evil.test' },
    newClient(),
    deps,
  );
  expect(withoutSupportCode(next)).toBe(`/login?company=${company.id}&unasked=1`);
  deps.advance(limits.ssoRequestLifetime);
  const late = respond(deps, company, attempt, { email: person.email });
  expect(await finishSso(deps, company.id, late, attempt.relayState)).toMatchObject({
    error: 'sso-expired',
    to: '/login/sso',
  });
});

test('D1: the service never redirects to a foreign redirect target', async () => {
  const hostile = [
    undefined,
    '',
    '/login/sso',
    '//evil.test/login/sso',
    'https://evil.test/login/sso',
    'http://localhost:4000.evil.test/login/sso',
    'http://localhost:4000@evil.test/login/sso',
    'http://user@localhost:4000/login/sso',
    'http://localhost:4001/login/sso',
    'https://localhost:4000/login/sso',
    'http://LOCALHOST:4000/login/sso',
    'http://localhost:4000/login/sso/',
    'http://localhost:4000/login/../login/sso',
    'http://localhost:4000/login/%73so',
    'http://localhost:4000//login/sso',
    'http://localhost:4000\\@evil.test/login/sso',
    'http://localhost:4000/login/sso#x',
    'http://localhost:4000/login/sso#',
    'http://localhost:4000/login/sso?code=x',
    'http://localhost:4000/login/sso?error=x',
    'http://localhost:4000/login',
    'http://localhost:4000/dashboard',
    'javascript:alert(1)//login/sso',
    'data:text/html,login/sso',
    'http://localhost:4000/login/sso\r\nx: y',
    'phone:login/sso',
  ];
  const before = await deps.store.durable.selectFrom('saml_requests').select('id').execute();
  for (const redirectUri of hostile) {
    const attempt = { redirectUri, codeChallenge: undefined, codeChallengeMethod: undefined };
    const next = await beginByAddress(company.id, attempt, callFrom(), deps);
    expect(withoutSupportCode(next), String(redirectUri)).toBe('/login?error=sso-error');
  }
  const after = await deps.store.durable.selectFrom('saml_requests').select('id').execute();
  expect(after.length).toBe(before.length);
});
