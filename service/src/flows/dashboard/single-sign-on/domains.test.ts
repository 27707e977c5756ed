/** Claims of domains over HTTP: the DNS record, one company per domain. */
import { afterAll, describe, expect, it } from 'vitest';

import { findCompanyOfDomain, upsertSamlConfiguration } from '#store/accounts/saml-configurations.ts';
import { createDomainDriver } from '#test/drivers/domain-driver.ts';
import { createSsoCompany } from '#test/drivers/sso-driver.ts';
import { rounds } from '#test/setup/proof.ts';
import { createTestApp } from '#test/setup/test-app.ts';

const service = await createTestApp();
const driver = createDomainDriver(service);
afterAll(() => service.close());

it('has the name of the reseller in its record', async () => {
  const other = await createTestApp({ settings: { dnsName: 'fjord-voice' } });
  const { add, newAdmin, verify } = createDomainDriver(other);
  const admin = await newAdmin();
  const { record } = (await add(admin, 'harbour-f.example')).body;
  expect(record.name).toBe('_fjord-voice.harbour-f.example');
  expect(record.value).toMatch(/^fjord-voice-verification=[\w-]{43}$/);
  other.deps.records.set(record.name, [record.value]);
  expect((await verify(admin, 'harbour-f.example')).body.state).toBe('verified');
  await other.close();
});

describe('a claim', () => {
  it('shows the record, says what was found instead, and is verified by the record alone', async () => {
    const admin = await driver.newAdmin();
    const added = await driver.add(admin, 'Harbour-A.Example');
    expect(added.body).toMatchObject({
      domain: 'harbour-a.example',
      state: 'pending',
      record: { type: 'TXT', name: '_northline.harbour-a.example' },
    });
    expect(added.body.record.value).toMatch(/^northline-verification=[\w-]{43}$/);
    expect((await driver.add(admin, 'harbour-a.example')).body.record).toEqual(added.body.record);

    const missing = await driver.verify(admin, 'harbour-a.example');
    expect([missing.status, missing.refusal]).toEqual([409, 'recordNotFound']);
    expect(JSON.parse(missing.text).present).toMatchObject({ problem: 'noRecord', found: [] });

    const texts = ['northline-verification=another', '<b>x</b>', 'a\0b'];
    service.deps.records.set('_northline.harbour-a.example', texts);
    const other = await driver.verify(admin, 'harbour-a.example');
    expect(JSON.parse(other.text).present).toMatchObject({
      problem: 'otherValue',
      found: ['northline-verification=another', '<b>x</b>', 'a\uFFFDb'],
    });
    service.deps.records.set('_northline.harbour-a.example', undefined);
    expect(JSON.parse((await driver.verify(admin, 'harbour-a.example')).text).present.problem).toBe(
      'unreachable',
    );

    service.deps.records.set('_northline.harbour-a.example', [`"${added.body.record.value}" `]);
    expect((await driver.verify(admin, 'harbour-a.example')).body).toMatchObject({ state: 'verified' });
    expect((await driver.list(admin))[0]).not.toHaveProperty('problem');
  });

  it('takes an address of a site or a person, and other scripts as Punycode', async () => {
    const admin = await driver.newAdmin();
    const forms: Record<string, string> = {
      ' https://www.Harbour-B.example/ ': 'www.harbour-b.example',
      'ada@harbour-c.example': 'harbour-c.example',
      'harbour-d.example.': 'harbour-d.example',
      'Zürich-Hafen.example': 'xn--zrich-hafen-thb.example',
      'ХАРБОР.рф': 'xn--80abvxgf.xn--p1ai',
    };
    for (const [typed, domain] of Object.entries(forms)) {
      const answer = await driver.add(admin, typed);
      expect([typed, answer.body.domain]).toEqual([typed, expect.stringMatching(/^[a-z0-9.-]+$/)]);
      if (!domain.startsWith('xn--8')) expect(answer.body.domain).toBe(domain);
    }
    const german = (await driver.list(admin)).find(({ domain }) => domain.startsWith('xn--zrich'));
    expect(german?.unicode).toBe('zürich-hafen.example');
  });

  it('G5: refuses suffixes, public mail and everything that is no domain', async () => {
    const admin = await driver.newAdmin();
    const wrong: Record<string, string> = {
      'gmail.com': 'is_public_mail',
      'mail.gmail.com': 'is_public_mail',
      'yahoo.co.uk': 'is_public_mail',
      'web.de': 'is_public_mail',
      'orange.fr': 'is_public_mail',
      'co.uk': 'is_public_suffix',
      'github.io': 'is_public_suffix',
      com: 'is_invalid',
      localhost: 'is_invalid',
      '127.0.0.1': 'is_invalid',
      '127.1': 'is_invalid',
      '[::1]': 'is_invalid',
      'a b.example': 'is_invalid',
      '-a.example': 'is_invalid',
      'a..example': 'is_invalid',
      'a.example:53': 'is_invalid',
      'a.example/../b': 'is_invalid',
      '*.example': 'is_invalid',
      '_dmarc.harbour.example': 'is_invalid',
      '<script>.example': 'is_invalid',
      '\u202Egro.elpmaxe': 'is_invalid',
      [`${'a'.repeat(64)}.example`]: 'is_invalid',
      [`${'a.'.repeat(140)}example`]: 'is_too_long',
      '': 'is_required',
    };
    for (const [domain, problem] of Object.entries(wrong)) {
      const answer = await driver.add(admin, domain);
      expect([domain, answer.status], domain).toEqual([domain, 422]);
      expect(JSON.parse(answer.text).fields, domain).toEqual({ domain: [problem] });
    }
    expect((await driver.add(admin, 'orange-harbour.example')).status).toBe(200);
  });

  it('G5: is one company’s: races for one domain have one winner each', async () => {
    const admins = await Promise.all([
      driver.newAdmin(),
      driver.newAdmin(),
      driver.newAdmin(),
      driver.newAdmin(),
    ]);
    let winners = 0;
    for (let round = 0; round < rounds; round++) {
      const name = `race-${round}.example`;
      const claims = await Promise.all(admins.map((admin) => driver.add(admin, name)));
      service.deps.records.set(
        `_northline.${name}`,
        claims.map(({ body }) => body.record.value),
      );
      const answers = await Promise.all(admins.map((admin) => driver.verify(admin, name)));
      winners += answers.filter(({ status }) => status === 200).length;
      expect(answers.filter(({ refusal }) => refusal === 'claimedElsewhere')).toHaveLength(3);
    }
    expect(winners).toBe(rounds);
  });

  it('of another company is 404, and no hint of it', async () => {
    const [admin, stranger] = [await driver.newAdmin(), await driver.newAdmin()];
    await driver.claimed(admin, 'harbour-e.example');
    const ask = [
      await driver.call('listDomains', { as: stranger, companyId: admin.account.companyId }),
      await driver.verify(stranger, 'harbour-e.example'),
      await driver.call('removeDomain', { as: stranger, params: { domain: 'harbour-e.example' } }),
    ];
    expect(ask.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await driver.add(stranger, 'harbour-e.example')).refusal).toBe('claimedElsewhere');
  });

  it('counts for signing in only with a provider, until it is removed', async () => {
    const admin = await driver.newAdmin();
    const { store, clock } = service.deps;
    const { companyId } = admin.account;
    await driver.claimed(admin, 'harbour-f.example');
    expect(await findCompanyOfDomain(store.relaxed, 'harbour-f.example')).toBeUndefined();
    await upsertSamlConfiguration(
      {
        companyId,
        entityId: 'x',
        ssoUrl: 'https://x.test',
        logoutUrl: undefined,
        certificates: [],
        emailAttribute: undefined,
      },
      clock(),
    ).execute(store.durable);
    await driver.claimed(admin, 'harbour-g.example');
    expect(await findCompanyOfDomain(store.relaxed, 'harbour-g.example')).toEqual({ companyId });
    await driver.call('removeDomain', { as: admin, params: { domain: 'harbour-g.example' } });
    expect(await findCompanyOfDomain(store.relaxed, 'harbour-g.example')).toBeUndefined();
    expect((await driver.list(admin)).map(({ domain }) => domain)).toEqual(['harbour-f.example']);
  });
});

it('an admin who looks again and again loses no domain', async () => {
  const admin = await driver.newAdmin();
  const { record } = await driver.claimed(admin, 'harbour-j.example');
  service.deps.records.set(record.name, []);
  for (let time = 0; time < 5; time++)
    expect((await driver.verify(admin, 'harbour-j.example')).refusal).toBe('recordNotFound');
  expect((await driver.list(admin))[0]?.state).toBe('verified');
});

it('G4: keeps the domain without which no admin could sign in', async () => {
  const company = await createSsoCompany(service.deps, {
    domains: ['harbour-k.example', 'harbour-l.example'],
  });
  const admin = await driver.signedIn({ companyId: company.id, email: 'ada@harbour-k.example' });
  await driver.useSaml(admin);
  const remove = (domain: string) => driver.call('removeDomain', { as: admin, params: { domain } });
  expect((await remove('harbour-k.example')).refusal).toBe('notPossible');
  expect((await driver.list(admin)).map(({ domain }) => domain)).toEqual(company.domains);
  expect((await remove('harbour-l.example')).status).toBe(204);
});
