/** Issue 4, 3.1: single logout over HTTP, in both directions and by both bindings. */
import { afterAll, describe, expect, it } from 'vitest';

import {
  formOf,
  createLogouts,
  lives,
  logoutPath,
  messageIn,
  providersAddress,
  signInBySaml,
} from '#test/drivers/logout-driver.ts';
import { logoutForm, logoutQuery, type LogoutOptions } from '#test/saml/saml-logout-messages.ts';
import { createSsoPerson } from '#test/drivers/sso-driver.ts';

const logouts = await createLogouts();
afterAll(() => logouts.service.close());

describe.each(['redirect', 'post'] as const)('by %s', (binding) => {
  it('a logout here redirects to the provider, whose answer is accepted once', async () => {
    const company = logouts.companies[binding];
    const person = await createSsoPerson(logouts.service.deps, company);
    const visit = await signInBySaml(logouts.service, company, person);
    const { answer, action, xml, id, relayState } = await logouts.loggingOut(visit);
    expect([answer.statusCode, action]).toEqual([binding === 'post' ? 200 : 303, providersAddress]);
    expect(await lives(logouts.service, visit)).toBe(false);
    expect(xml).toContain(`>${person.email}</saml:NameID>`);
    expect(xml).toMatch(/Format="[^"]*emailAddress"/);
    expect(xml).toMatch(/<samlp:SessionIndex>_s[\w-]+<\/samlp:SessionIndex>/);
    expect(xml).toContain(`Destination="${providersAddress}"`);
    expect(xml).toMatch(/NotOnOrAfter="2026/);
    if (binding === 'post') {
      // To any host: the provider may redirect what it was posted, which Chromium holds to the same list.
      expect(String(answer.headers['content-security-policy'])).toMatch(/form-action [^;]* https:;/);
      expect(answer.body).toContain('<button>Continue</button>');
      expect(xml).toContain('<ds:SignatureValue>');
    }

    const bring = async (options: LogoutOptions) =>
      (await (binding === 'post'
        ? logouts.post(logoutPath(company), logoutForm(options))
        : logouts.get(`${logoutPath(company)}?${logoutQuery(options)}`))) as {
        statusCode: number;
        headers: { location?: string };
        body: string;
      };
    const good = logouts.from(company, 'response', { inResponseTo: id, relayState });
    for (const [bad, why] of [
      [{ ...good, inResponseTo: '_other' }, 'another request'],
      [{ ...good, relayState: 'x'.repeat(43) }, 'another RelayState'],
    ] as const)
      expect((await bring(bad)).statusCode, why).toBe(400);
    const untrusted = await bring({ ...good, change: (xml) => xml.replace('Destination="', '$&x') });
    expect(untrusted.statusCode).toBe(400);
    // The person is logged out here, whatever the provider's answer is worth.
    expect(untrusted.body).toContain('re logged out here');
    // An admin reads why in the login log.
    const refusals = () =>
      logouts.service.deps.store.relaxed
        .selectFrom('events')
        .select(['kind', 'method', 'reason'])
        .where('company_id', '=', company.id)
        .where('outcome', '=', 'refused')
        .execute();
    await expect
      .poll(refusals)
      .toContainEqual({ kind: 'signedOut', method: 'saml', reason: 'samlOtherReceiver' });
    const back = await bring(good);
    expect([back.statusCode, back.headers.location]).toEqual([303, '/login?notice=logged-out']);
    expect((await bring(good)).statusCode).toBe(400);
  });

  it("a provider's request ends the sessions that it names, and is answered", async () => {
    const company = logouts.companies[binding];
    const [person, other] = [
      await createSsoPerson(logouts.service.deps, company),
      await createSsoPerson(logouts.service.deps, company),
    ];
    const indexed = (index: string) => ({
      change: (xml: string) => xml.replace(/SessionIndex="[^"]*"/, `SessionIndex="${index}"`),
    });
    const visits = [
      await signInBySaml(logouts.service, company, person, indexed('_one')),
      await signInBySaml(logouts.service, company, person, indexed('_two')),
      await signInBySaml(logouts.service, company, person, indexed('_three')),
      await signInBySaml(logouts.service, company, other, indexed('_one')),
    ];
    const alive = async () => {
      const all: boolean[] = [];
      for (const visit of visits) all.push(await lives(logouts.service, visit));
      return all;
    };
    const ask = async (sessionIndexes: string[], nameId = person.email) => {
      const options = logouts.from(company, 'request', {
        nameId,
        sessionIndexes,
        relayState: 'their state',
      });
      const answer =
        binding === 'post'
          ? await logouts.post(logoutPath(company), logoutForm(options))
          : await logouts.get(`${logoutPath(company)}?${logoutQuery(options)}`);
      const { location } = answer.headers;
      const fields = location === undefined ? formOf(answer.body).fields : new URL(location).searchParams;
      return { xml: messageIn(fields, 'SAMLResponse'), relayState: fields.get('RelayState') };
    };
    const one = await ask(['_one']);
    expect(one.xml).toContain('status:Success');
    expect(one.xml).toMatch(/InResponseTo="_l/);
    expect(one.relayState).toBe('their state');
    expect(await alive()).toEqual([false, true, true, true]);
    // An address is the same in every case.
    await ask([], person.email.toUpperCase());
    expect(await alive()).toEqual([false, false, false, true]);
  });
});

it('without a provider, or with one that refuses, a logout ends the session here', async () => {
  const alone = logouts.companies.none;
  const person = await createSsoPerson(logouts.service.deps, alone);
  const visit = await signInBySaml(logouts.service, alone, person);
  expect((await logouts.get(visit.logout)).headers.location).toBe('/login?notice=logged-out-here');
  expect(await lives(logouts.service, visit)).toBe(false);

  const company = logouts.companies.redirect;
  const refused = await signInBySaml(
    logouts.service,
    company,
    await createSsoPerson(logouts.service.deps, company),
  );
  const { id, relayState } = await logouts.loggingOut(refused);
  const status = 'urn:oasis:names:tc:SAML:2.0:status:Responder';
  const query = logoutQuery(logouts.from(company, 'response', { inResponseTo: id, relayState, status }));
  expect((await logouts.get(`${logoutPath(company)}?${query}`)).headers.location).toBe(
    '/login?notice=logged-out-here',
  );
});

it("a link of another site cannot log a person out: only the session's token can, once", async () => {
  const company = logouts.companies.redirect;
  const visit = await signInBySaml(
    logouts.service,
    company,
    await createSsoPerson(logouts.service.deps, company),
  );
  const token = visit.logout.slice(visit.logout.indexOf('='));
  const wrong = [
    logoutPath(company),
    `${logoutPath(company)}?logout_token=`,
    `${logoutPath(company)}?logout_token=${'x'.repeat(43)}`,
    `${visit.logout}&logout_token=x`,
    logoutPath(logouts.companies.post) + visit.logout.slice(visit.logout.indexOf('?')),
    `${logoutPath(company)}?logout_token${token.toLowerCase()}x`,
  ];
  for (const url of wrong) expect((await logouts.get(url)).headers.location, url).toBe('/login');
  expect(await lives(logouts.service, visit)).toBe(true);
  const again = await signInBySaml(
    logouts.service,
    company,
    await createSsoPerson(logouts.service.deps, company),
  );
  expect((await logouts.get(again.logout)).headers.location).toContain(`${providersAddress}?SAMLRequest=`);
  expect((await logouts.get(again.logout)).headers.location).toBe('/login');
});
