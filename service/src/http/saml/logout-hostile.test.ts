/** Issue 4, 3.1: hostile logout messages over HTTP end no session and cause no 5xx. */
import { afterAll, expect, it } from 'vitest';

import { samlAddresses } from '#security/saml/addresses.ts';
import { createLogouts, lives, logoutPath, signInBySaml } from '#test/drivers/logout-driver.ts';
import { makeSigningKeys } from '#test/saml/saml-idp.ts';
import { logoutForm, logoutQuery, type LogoutOptions } from '#test/saml/saml-logout-messages.ts';
import { createSsoPerson } from '#test/drivers/sso-driver.ts';

const logouts = await createLogouts();
afterAll(() => logouts.service.close());

it('C11: no hostile message ends a session or is accepted as an answer', async () => {
  const company = logouts.companies.redirect;
  const person = await createSsoPerson(logouts.service.deps, company);
  const visit = await signInBySaml(logouts.service, company, person);
  const stranger = await makeSigningKeys();
  const { id, relayState } = await logouts.loggingOut(
    await signInBySaml(logouts.service, company, await createSsoPerson(logouts.service.deps, company)),
  );
  const pending = { inResponseTo: id, relayState };
  const request = (changes: Partial<LogoutOptions> = {}) =>
    logouts.from(company, 'request', { nameId: person.email, ...changes });
  const response = (changes: Partial<LogoutOptions> = {}) =>
    logouts.from(company, 'response', { ...pending, ...changes });
  const sha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
  const past = logouts.service.deps.clock() - 10 * 60 * 1000;
  const changes: Record<string, Partial<LogoutOptions>> = {
    'another key': { keys: stranger },
    'RSA-SHA1': { signature: sha1 },
    'another Destination': { destination: 'https://evil.test/logout' },
    'no Destination': { change: (xml) => xml.replace(/ Destination="[^"]*"/, '') },
    'the Destination of another company': {
      destination: samlAddresses(logouts.service.deps.settings.publicUrl, logouts.companies.post.id).logout,
    },
    'another Issuer': { issuer: 'https://evil.test/metadata' },
    'no Issuer': { change: (xml) => xml.replace(/<saml:Issuer>[^<]*<\/saml:Issuer>/, '<saml:Issuer/>') },
    'issued ten minutes ago': { now: past },
    'issued tomorrow': { now: logouts.service.deps.clock() + 24 * 60 * 60 * 1000 },
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
  const tries: (readonly [name: string, send: () => ReturnType<typeof logouts.get>])[] = [];
  for (const make of [request, response]) {
    for (const [name, change] of Object.entries(changes)) {
      tries.push([
        `${name}, query`,
        () => logouts.get(`${logoutPath(company)}?${logoutQuery(make(change))}`),
      ]);
      tries.push([`${name}, form`, () => logouts.post(logoutPath(company), logoutForm(make(change)))]);
    }
    for (const [name, change] of Object.entries(changesOfForms))
      tries.push([`${name}, form`, () => logouts.post(logoutPath(company), logoutForm(make(change)))]);
    for (const [name, change] of Object.entries(changesOfQueries))
      tries.push([
        `${name}, query`,
        () => logouts.get(`${logoutPath(company)}?${change(logoutQuery(make()))}`),
      ]);
    for (const bytes of bombs)
      tries.push([
        `${bytes.length} bytes inflated`,
        () => logouts.get(`${logoutPath(company)}?${logoutQuery(make({ bytes }))}`),
      ]);
    // The message of one company, sent to another.
    tries.push([
      'another company',
      () => logouts.get(`${logoutPath(logouts.companies.post)}?${logoutQuery(make())}`),
    ]);
    tries.push([
      'another company, form',
      () => logouts.post(logoutPath(logouts.companies.post), logoutForm(make())),
    ]);
  }
  tries.push([
    'white space around the NameID',
    () => logouts.get(`${logoutPath(company)}?${logoutQuery(request({ nameId: ` ${person.email}` }))}`),
  ]);
  tries.push([
    'an expired request',
    () =>
      logouts.get(
        `${logoutPath(company)}?${logoutQuery(request({ change: (xml) => xml.replace(/NotOnOrAfter="[^"]*"/, `NotOnOrAfter="${new Date(past).toISOString()}"`) }))}`,
      ),
  ]);
  tries.push(['nothing', () => logouts.post(logoutPath(company), '')]);

  const statuses: Record<number, number> = {};
  const accepted: string[] = [];
  for (const [name, send] of tries) {
    const { statusCode, headers: answered } = await send();
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    if (statusCode !== 400) accepted.push(`${name}: ${statusCode} ${answered.location ?? ''}`);
  }
  expect(accepted).toEqual([]);
  expect(await lives(logouts.service, visit)).toBe(true);

  // A valid one is accepted once, by each binding; and the awaited answer is still accepted.
  const good = request({ id: '_once' });
  expect((await logouts.get(`${logoutPath(company)}?${logoutQuery(good)}`)).statusCode).toBe(303);
  expect((await logouts.get(`${logoutPath(company)}?${logoutQuery(good)}`)).statusCode).toBe(400);
  expect((await logouts.post(logoutPath(company), logoutForm(good))).statusCode).toBe(400);
  expect(await lives(logouts.service, visit)).toBe(false);
  expect((await logouts.get(`${logoutPath(company)}?${logoutQuery(response())}`)).headers.location).toBe(
    '/login?notice=logged-out',
  );
});
