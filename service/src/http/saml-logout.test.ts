/** Issue 4, 3.1: single logout over HTTP, in both directions and by both bindings, and the messages that must not count. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { samlAddresses } from '#security/saml-addresses.ts';
import { formOf, lives, messageIn, type SamlVisit, signInBySaml } from '#test/logout-driver.ts';
import { makeSigningKeys } from '#test/saml-idp.ts';
import { logoutForm, logoutQuery, type LogoutOptions } from '#test/saml-logout-messages.ts';
import {
  anyClient,
  createSsoCompany,
  createSsoPerson,
  keysWithSaml,
  type SsoCompany,
} from '#test/sso-driver.ts';
import { createTestApp, type TestApp } from '#test/test-app.ts';

const out = 'https://idp.test/out';
let service: TestApp;
/** By its binding. */
const companies = new Map<'redirect' | 'post' | 'none', SsoCompany>();
const of = (binding: 'redirect' | 'post' | 'none'): SsoCompany => {
  const company = companies.get(binding);
  if (company === undefined) throw new Error(`no company by ${binding}`);
  return company;
};
beforeAll(async () => {
  service = await createTestApp({ keys: keysWithSaml() });
  companies.set('none', await createSsoCompany(service.deps));
  companies.set('redirect', await createSsoCompany(service.deps, { logoutUrl: out }));
  companies.set('post', await createSsoCompany(service.deps, { logoutUrl: out, logoutBinding: 'post' }));
});
afterAll(() => service.close());

const headers = { accept: 'text/html', 'accept-language': 'en' };
async function get(url: string) {
  return service.app.inject({ url, headers, remoteAddress: anyClient().client });
}
async function post(url: string, payload: string) {
  return service.app.inject({
    method: 'POST',
    url,
    payload,
    remoteAddress: anyClient().client,
    headers: {
      ...headers,
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://idp.test',
      'sec-fetch-site': 'cross-site',
    },
  });
}
const path = ({ id }: SsoCompany) => `/auth/v1/saml/${id}/logout`;

/** What the company's provider writes. */
const from = (
  company: SsoCompany,
  kind: LogoutOptions['kind'],
  changes: Partial<LogoutOptions> = {},
): LogoutOptions => ({
  kind,
  issuer: company.idp.entityId,
  destination: samlAddresses(service.deps.settings.publicUrl, company.id).logout,
  keys: company.idp,
  now: service.deps.clock(),
  ...changes,
});

/** Somebody logs out here, and is on the way to the provider: the request that it gets. */
async function loggingOut(visit: SamlVisit) {
  const answer = await get(visit.logout);
  const { location } = answer.headers;
  const sent =
    location === undefined
      ? formOf(answer.body)
      : { action: String(location).split('?')[0] ?? '', fields: new URL(location).searchParams };
  const xml = messageIn(sent.fields, 'SAMLRequest');
  return {
    answer,
    action: sent.action,
    xml,
    id: / ID="([^"]+)"/.exec(xml)?.[1] ?? '',
    relayState: sent.fields.get('RelayState') ?? '',
  };
}

describe.each(['redirect', 'post'] as const)('by %s', (binding) => {
  it('a logout here goes to the provider and comes back with its answer, once', async () => {
    const company = of(binding);
    const person = await createSsoPerson(service.deps, company);
    const visit = await signInBySaml(service, company, person);
    const { answer, action, xml, id, relayState } = await loggingOut(visit);
    expect([answer.statusCode, action]).toEqual([binding === 'post' ? 200 : 303, out]);
    expect(await lives(service, visit)).toBe(false);
    expect(xml).toContain(`>${person.email}</saml:NameID>`);
    expect(xml).toMatch(/Format="[^"]*emailAddress"/);
    expect(xml).toMatch(/<samlp:SessionIndex>_s[\w-]+<\/samlp:SessionIndex>/);
    expect(xml).toContain(`Destination="${out}"`);
    expect(xml).toMatch(/NotOnOrAfter="2026/);
    if (binding === 'post') {
      expect(String(answer.headers['content-security-policy'])).toMatch(
        /form-action [^;]*https:\/\/idp\.test/,
      );
      expect(answer.body).toContain('<button>Continue</button>');
      expect(xml).toContain('<ds:SignatureValue>');
    }

    const bring = async (options: LogoutOptions) =>
      (await (binding === 'post'
        ? post(path(company), logoutForm(options))
        : get(`${path(company)}?${logoutQuery(options)}`))) as {
        statusCode: number;
        headers: { location?: string };
      };
    const good = from(company, 'response', { inResponseTo: id, relayState });
    for (const [bad, why] of [
      [{ ...good, inResponseTo: '_other' }, 'another request'],
      [{ ...good, relayState: 'x'.repeat(43) }, 'another RelayState'],
    ] as const)
      expect((await bring(bad)).statusCode, why).toBe(400);
    const back = await bring(good);
    expect([back.statusCode, back.headers.location]).toEqual([303, '/login?notice=logged-out']);
    expect((await bring(good)).statusCode).toBe(400);
  });

  it("a provider's request ends the sessions that it names, and is answered", async () => {
    const company = of(binding);
    const [person, other] = [
      await createSsoPerson(service.deps, company),
      await createSsoPerson(service.deps, company),
    ];
    const indexed = (index: string) => ({
      change: (xml: string) => xml.replace(/SessionIndex="[^"]*"/, `SessionIndex="${index}"`),
    });
    const visits = [
      await signInBySaml(service, company, person, indexed('_one')),
      await signInBySaml(service, company, person, indexed('_two')),
      await signInBySaml(service, company, person, indexed('_three')),
      await signInBySaml(service, company, other, indexed('_one')),
    ];
    const alive = async () => {
      const all: boolean[] = [];
      for (const visit of visits) all.push(await lives(service, visit));
      return all;
    };
    const ask = async (sessionIndexes: string[]) => {
      const options = from(company, 'request', {
        nameId: person.email,
        sessionIndexes,
        relayState: 'their state',
      });
      const answer =
        binding === 'post'
          ? await post(path(company), logoutForm(options))
          : await get(`${path(company)}?${logoutQuery(options)}`);
      const { location } = answer.headers;
      const fields = location === undefined ? formOf(answer.body).fields : new URL(location).searchParams;
      return { xml: messageIn(fields, 'SAMLResponse'), relayState: fields.get('RelayState') };
    };
    const one = await ask(['_one']);
    expect(one.xml).toContain('status:Success');
    expect(one.xml).toMatch(/InResponseTo="_l/);
    expect(one.relayState).toBe('their state');
    expect(await alive()).toEqual([false, true, true, true]);
    await ask([]);
    expect(await alive()).toEqual([false, false, false, true]);
  });
});

it('a logout without a provider to ask, or with one that refuses, is a logout here', async () => {
  const alone = of('none');
  const person = await createSsoPerson(service.deps, alone);
  const visit = await signInBySaml(service, alone, person);
  expect((await get(visit.logout)).headers.location).toBe('/login?notice=logged-out-here');
  expect(await lives(service, visit)).toBe(false);

  const company = of('redirect');
  const refused = await signInBySaml(service, company, await createSsoPerson(service.deps, company));
  const { id, relayState } = await loggingOut(refused);
  const status = 'urn:oasis:names:tc:SAML:2.0:status:Responder';
  const query = logoutQuery(from(company, 'response', { inResponseTo: id, relayState, status }));
  expect((await get(`${path(company)}?${query}`)).headers.location).toBe('/login?notice=logged-out-here');
});

it('no link of another site logs anybody out: only the token of the session does, once', async () => {
  const company = of('redirect');
  const visit = await signInBySaml(service, company, await createSsoPerson(service.deps, company));
  const token = visit.logout.slice(visit.logout.indexOf('='));
  const wrong = [
    path(company),
    `${path(company)}?logout_token=`,
    `${path(company)}?logout_token=${'x'.repeat(43)}`,
    `${visit.logout}&logout_token=x`,
    path(of('post')) + visit.logout.slice(visit.logout.indexOf('?')),
    `${path(company)}?logout_token${token.toLowerCase()}x`,
  ];
  for (const url of wrong) expect((await get(url)).headers.location, url).toBe('/login');
  expect(await lives(service, visit)).toBe(true);
  const again = await signInBySaml(service, company, await createSsoPerson(service.deps, company));
  expect((await get(again.logout)).headers.location).toContain(`${out}?SAMLRequest=`);
  expect((await get(again.logout)).headers.location).toBe('/login');
  const kept = await service.deps.store.db.selectFrom('saml_sessions').select('name_id').execute();
  console.log(
    `3.1: ${wrong.length} addresses of a logout without its token, 0 logged out; ${kept.length} kept names`,
  );
});

it('no hostile message ends a session or is an answer', async () => {
  const company = of('redirect');
  const person = await createSsoPerson(service.deps, company);
  const visit = await signInBySaml(service, company, person);
  const stranger = await makeSigningKeys();
  const { id, relayState } = await loggingOut(
    await signInBySaml(service, company, await createSsoPerson(service.deps, company)),
  );
  const pending = { inResponseTo: id, relayState };
  const request = (changes: Partial<LogoutOptions> = {}) =>
    from(company, 'request', { nameId: person.email, ...changes });
  const response = (changes: Partial<LogoutOptions> = {}) =>
    from(company, 'response', { ...pending, ...changes });
  const sha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
  const past = service.deps.clock() - 10 * 60 * 1000;
  const changes: Record<string, Partial<LogoutOptions>> = {
    'another key': { keys: stranger },
    'RSA-SHA1': { signature: sha1 },
    'another Destination': { destination: 'https://evil.test/logout' },
    'no Destination': { change: (xml) => xml.replace(/ Destination="[^"]*"/, '') },
    'the Destination of another company': {
      destination: samlAddresses(service.deps.settings.publicUrl, of('post').id).logout,
    },
    'another Issuer': { issuer: 'https://evil.test/metadata' },
    'no Issuer': { change: (xml) => xml.replace(/<saml:Issuer>[^<]*<\/saml:Issuer>/, '<saml:Issuer/>') },
    'issued ten minutes ago': { now: past },
    'issued tomorrow': { now: service.deps.clock() + 24 * 60 * 60 * 1000 },
    'another version': { change: (xml) => xml.replace('Version="2.0"', 'Version="1.1"') },
    'a comment': { change: (xml) => xml.replace('</saml:Issuer>', '<!-- x --></saml:Issuer>') },
    'a document type': { change: (xml) => `<!DOCTYPE x [<!ENTITY a "b">]>${xml}` },
    'another root': { change: (xml) => xml.replaceAll(/samlp:Logout(Request|Response)/g, 'samlp:Evil$1') },
    'too large': { change: (xml) => xml.replace('</saml:Issuer>', `${' '.repeat(300_000)}</saml:Issuer>`) },
  };
  const wrapped = (xml: string): string => {
    const inner = xml.replace(/<\?xml[^>]*>/, '');
    const root = /<samlp:(Logout\w+)/.exec(inner)?.[1] ?? '';
    return inner
      .replace(/ ID="([^"]*)"/, ' ID="_evil"')
      .replace('</saml:Issuer>', `</saml:Issuer><samlp:Extensions>${inner}</samlp:Extensions>`)
      .replace(new RegExp(`^<samlp:${root}`), `<samlp:${root}`);
  };
  const changesOfForms: Record<string, Partial<LogoutOptions>> = {
    unsigned: { sign: false },
    'SHA1 in the digest': { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' },
    'changed since': { changeSigned: (xml) => xml.replace(/IssueInstant="2026/, 'IssueInstant="2027') },
    wrapped: { changeSigned: wrapped },
    'a second signature': {
      changeSigned: (xml) => xml.replace(/(<ds:Signature .*<\/ds:Signature>)/s, '$1$1'),
    },
    'the signature in another place': {
      changeSigned: (xml) => {
        const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/s.exec(xml) ?? [];
        return xml
          .replace(signature, '')
          .replace('</saml:Issuer>', `</saml:Issuer><samlp:Extensions>${signature}</samlp:Extensions>`);
      },
    },
  };
  const changesOfQueries: Record<string, (query: string) => string> = {
    unsigned: (query) => query.replace(/&SigAlg=.*/, ''),
    'without its Signature': (query) => query.replace(/&Signature=.*/, ''),
    'without its SigAlg': (query) => query.replace(/&SigAlg=[^&]*/, ''),
    'SigAlg none': (query) => query.replace(/SigAlg=[^&]*/, 'SigAlg=none'),
    'another RelayState': (query) => query.replace(/&SigAlg/, '&RelayState=x&SigAlg'),
    'two messages': (query) => `${query}&${query.split('&')[0] ?? ''}`,
    'both kinds': (query) => `SAMLRequest=x&SAMLResponse=x&${query}`,
    'no base64': (query) => query.replace(/=[^&]*/, '=%%%'),
    'a signature of nothing': (query) => query.replace(/Signature=.*/, 'Signature='),
  };
  const bombs = [Buffer.alloc(8 * 1024 * 1024), Buffer.from('no XML'), Buffer.alloc(0)];
  const tries: (readonly [name: string, send: () => ReturnType<typeof get>])[] = [];
  for (const make of [request, response]) {
    for (const [name, change] of Object.entries(changes)) {
      tries.push([`${name}, query`, () => get(`${path(company)}?${logoutQuery(make(change))}`)]);
      tries.push([`${name}, form`, () => post(path(company), logoutForm(make(change)))]);
    }
    for (const [name, change] of Object.entries(changesOfForms))
      tries.push([`${name}, form`, () => post(path(company), logoutForm(make(change)))]);
    for (const [name, change] of Object.entries(changesOfQueries))
      tries.push([`${name}, query`, () => get(`${path(company)}?${change(logoutQuery(make()))}`)]);
    for (const bytes of bombs)
      tries.push([
        `${bytes.length} bytes inflated`,
        () => get(`${path(company)}?${logoutQuery(make({ bytes }))}`),
      ]);
    // The message of one company, brought to another.
    tries.push(['another company', () => get(`${path(of('post'))}?${logoutQuery(make())}`)]);
    tries.push(['another company, form', () => post(path(of('post')), logoutForm(make()))]);
  }
  tries.push([
    'white space around the NameID',
    () => get(`${path(company)}?${logoutQuery(request({ nameId: ` ${person.email}` }))}`),
  ]);
  tries.push([
    'an expired request',
    () =>
      get(
        `${path(company)}?${logoutQuery(request({ change: (xml) => xml.replace(/NotOnOrAfter="[^"]*"/, `NotOnOrAfter="${new Date(past).toISOString()}"`) }))}`,
      ),
  ]);
  tries.push(['nothing', () => post(path(company), '')]);

  const statuses: Record<number, number> = {};
  const accepted: string[] = [];
  for (const [name, send] of tries) {
    const { statusCode, headers: answered } = await send();
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    if (statusCode !== 400) accepted.push(`${name}: ${statusCode} ${answered.location ?? ''}`);
  }
  console.log(
    `3.1: ${tries.length} hostile messages of logout, ${accepted.length} accepted, statuses:`,
    statuses,
  );
  expect(accepted).toEqual([]);
  expect(await lives(service, visit)).toBe(true);

  // A good one counts once, by either binding; and the answer that waits is still taken.
  const good = request({ id: '_once' });
  expect((await get(`${path(company)}?${logoutQuery(good)}`)).statusCode).toBe(303);
  expect((await get(`${path(company)}?${logoutQuery(good)}`)).statusCode).toBe(400);
  expect((await post(path(company), logoutForm(good))).statusCode).toBe(400);
  expect(await lives(service, visit)).toBe(false);
  expect((await get(`${path(company)}?${logoutQuery(response())}`)).headers.location).toBe(
    '/login?notice=logged-out',
  );
});
