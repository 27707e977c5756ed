/** Threats C8, C9: reads the metadata of well-known identity providers and of two libraries correctly. */
import { IdentityProvider } from 'samlify';
import { describe, expect, it } from 'vitest';
import { metadataProblems } from '@app/contract/calls/saml-configuration.ts';

import { keyDescriptor, plainMetadata, post, shapesOfProviders } from '#test/saml/idp-metadata.ts';
import { makeSigningKeys } from '#test/saml/saml-idp.ts';
import { samlp } from '#test/saml/saml-answers.ts';

import { expiryWarning, readCertificate } from './certificates.ts';
import { readSamlMetadata } from './metadata.ts';

const now = Date.UTC(2026, 10, 21, 9);
const day = 24 * 60 * 60 * 1000;
const certificate = async (daysLeft: number): Promise<string> => {
  const made = await makeSigningKeys({
    notBefore: new Date(now - 400 * day),
    notAfter: new Date(now + daysLeft * day),
  });
  return made.certificate;
};
const [a, b, ended] = [await certificate(365), await certificate(20), await certificate(-1)];
const five = [a, b, await certificate(30), await certificate(40), await certificate(50)];

const read = (xml: string, development = false) => readSamlMetadata(Buffer.from(xml), { development, now });

function goodly(xml: string, development = false) {
  const result = read(xml, development);
  if (!result.ok) throw new Error(`refused: ${result.reason}`);
  const { certificates, dropped: _dropped, ...rest } = result.metadata;
  return { ...rest, certificates: certificates.map(({ der }) => der) };
}

const shapes = Object.entries(shapesOfProviders(a, b));

describe('the metadata of', () => {
  it.each(shapes)('%s is read correctly', (_name, { xml, reads }) => {
    expect(goodly(xml)).toEqual(reads);
  });

  it('samlp', () => {
    let xml = '';
    const handler = samlp.metadata({
      issuer: 'urn:harbour:samlp',
      cert: `-----BEGIN CERTIFICATE-----\n${a}\n-----END CERTIFICATE-----`,
      redirectEndpointPath: '/samlp/login',
      postEndpointPath: '/samlp/login',
      logoutEndpointPaths: { redirect: '/samlp/logout' },
    });
    handler(
      { headers: { host: 'idp.harbour.test' }, protocol: 'https', originalUrl: '/' },
      { set: () => {}, send: (text: string) => void (xml = text) },
    );
    expect(goodly(xml)).toEqual({
      entityId: 'urn:harbour:samlp',
      ssoUrl: 'https://idp.harbour.test/samlp/login',
      logoutUrl: 'https://idp.harbour.test/samlp/logout',
      emailAttribute: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
      certificates: [a],
    });
  });

  it('samlify, which reads the same values', () => {
    const binding = (name: string, Location: string) => [
      { Binding: `urn:oasis:names:tc:SAML:2.0:bindings:${name}`, Location },
    ];
    const xml = IdentityProvider({
      entityID: 'https://idp.harbour.test/samlify',
      signingCert: [a, b],
      singleSignOnService: binding('HTTP-Redirect', 'https://idp.harbour.test/samlify/login?a=1&b=2'),
      singleLogoutService: binding('HTTP-POST', 'https://idp.harbour.test/samlify/logout'),
    }).getMetadata();
    const ours = goodly(xml);
    expect(ours).toEqual({
      entityId: 'https://idp.harbour.test/samlify',
      ssoUrl: 'https://idp.harbour.test/samlify/login?a=1&b=2',
      logoutUrl: 'https://idp.harbour.test/samlify/logout',
      logoutBinding: 'post',
      emailAttribute: undefined,
      certificates: [a, b],
    });
  });
  it('HTTP-POST is used where a provider publishes nothing else', () => {
    const services = `<md:SingleSignOnService ${post} Location="https://sso.jumpcloud.test/saml2/northline"/>`;
    const { ssoUrl, ssoBinding } = goodly(plainMetadata({ keys: keyDescriptor(a), services }));
    expect([ssoUrl, ssoBinding]).toEqual(['https://sso.jumpcloud.test/saml2/northline', 'post']);
  });
});

it('comments between the elements change no value', () => {
  const comment = '<!-- <md:IDPSSODescriptor/> & "https://evil.test/" > -->';
  for (const [name, { xml: written, reads }] of shapes) {
    const xml = written.replaceAll(/<!--.*?-->/gs, '');
    const spots = [...xml.matchAll(/<[^!?][^>]*>(?=\s*<)/g)].map(({ index, 0: tag }) => index + tag.length);
    expect(spots.length).toBeGreaterThan(10);
    for (const at of spots) expect(goodly(xml.slice(0, at) + comment + xml.slice(at)), name).toEqual(reads);
  }
});

describe('the attribute of the email is', () => {
  const attributeOf = (...attributes: string[]) =>
    goodly(plainMetadata({ keys: keyDescriptor(a), attributes })).emailAttribute;

  it.each([
    [['urn:oid:2.5.4.42', 'urn:oid:0.9.2342.19200300.100.1.3'], 'urn:oid:0.9.2342.19200300.100.1.3'],
    [['userEmail', 'mail', 'https://x.test/claims/EmailAddress'], 'https://x.test/claims/EmailAddress'],
    [['mail', 'email'], 'email'],
    [['displayName', 'mail'], 'mail'],
    [['https://x.test/claims/e-mail', 'urn:x:mail'], 'https://x.test/claims/e-mail'],
    [['displayName', 'emailVerified', 'mailbox'], undefined],
    // People can change this value themselves in many directories.
    [['recoveryEmail', 'personalEmailAddress', 'other_mail', 'https://x.test/claims/homeMail'], undefined],
    [[], undefined],
  ])('of %j: %s', (names, expected) => {
    expect(attributeOf(...names)).toBe(expected);
  });
});

describe('C8: certificates', () => {
  const ofKeys = (...certificates: string[]) =>
    goodly(plainMetadata({ keys: certificates.map((one) => keyDescriptor(one)).join('') })).certificates;

  it('are deduplicated, and ignored when expired', () => {
    expect(ofKeys(a, a)).toEqual([a]);
    expect(ofKeys(...five)).toEqual(five);
    expect(ofKeys(ended, a, b)).toEqual([a, b]);
  });

  it('have a subject and an end date', () => {
    const facts = readCertificate(a);
    expect(facts).toMatchObject({
      ok: true,
      certificate: { notAfter: now + 365 * day, subject: 'CN=Test identity provider' },
    });
  });

  it('cause a warning 30, 7 and 1 days before their end', () => {
    const within = (left: number) => expiryWarning(now + left, now);
    expect([31, 30, 7, 1].map((days) => within(days * day + 1))).toEqual([undefined, undefined, 30, 7]);
    expect([30, 7, 1, 0].map((days) => within(days * day))).toEqual([30, 7, 1, undefined]);
    expect(within(-1)).toBeUndefined();
  });
});

describe('a file is taken', () => {
  const keys = keyDescriptor(a);
  const usual = plainMetadata({ keys });
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>${usual}`;
  const claims = Array.from({ length: 1200 }, (_, index) => `https://idp.harbour.test/claims/${index}`);
  const inCertificate = (text: string) => usual.replace(/(<ds:X509Certificate>)[^<]*/, `$1${text}`);
  const descriptor = /<md:IDPSSODescriptor.*<\/md:IDPSSODescriptor>/s.exec(usual)?.[0] ?? '';
  const nested = (text: string) =>
    `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${text}</EntitiesDescriptor>`;

  it.each<[what: string, file: string | Buffer]>([
    ['in UTF-16LE', Buffer.from(`\uFEFF${declared('utf-16')}`, 'utf16le')],
    ['in UTF-16BE', Buffer.from(`\uFEFF${usual}`, 'utf16le').swap16()],
    ['that declares ISO-8859-1', declared('ISO-8859-1')],
    ['that declares utf-16 and is UTF-8', declared('utf-16')],
    ['in ISO-8859-1', Buffer.from(declared('ISO-8859-1').replace('?>', '?><!-- \u00E9 -->'), 'latin1')],
    ['with a blank line first', `\n${declared('UTF-8')}`],
    ['with a no-break space first', `\u00A0${declared('UTF-8')}\u00A0`],
    ['with a style sheet', `<?xml-stylesheet type="text/xsl" href="https://evil.test/a.xsl"?>${usual}`],
    ['with 1,200 claims', plainMetadata({ keys, attributes: claims })],
    ['with spaces around its address', plainMetadata({ keys, login: '\n https://idp.harbour.test/login ' })],
    ['with spaces around its name', plainMetadata({ keys, entityId: ' https://idp.harbour.test/saml\n' })],
    [
      'with PEM in its certificate',
      inCertificate(`-----BEGIN CERTIFICATE-----\n${a}\n-----END CERTIFICATE-----`),
    ],
    ['with odd white space there', inCertificate(`\u00A0${a.slice(0, 9)}\u200B\u2003${a.slice(9)}\u2028`)],
    ['in nested lists', nested(nested(usual))],
    [
      'beside a role of SAML 1.1',
      usual.replace(descriptor, descriptor.replace('SAML:2.0:protocol"', 'SAML:1.1:protocol"') + descriptor),
    ],
  ])('%s', (_what, file) => {
    const result = readSamlMetadata(Buffer.from(file as string), { development: false, now });
    expect(result).toMatchObject({
      ok: true,
      metadata: {
        entityId: 'https://idp.harbour.test/saml',
        ssoUrl: 'https://idp.harbour.test/login',
        certificates: [{ der: a }],
        dropped: [],
      },
    });
  });

  it('with a bad logout address: without logout, and says so', () => {
    for (const logout of [
      'http://idp.harbour.test/out',
      '',
      'javascript:alert(1)',
      'https://a:b@idp.harbour.test/',
    ]) {
      const result = read(plainMetadata({ keys, logout }));
      expect(result, logout).toMatchObject({
        ok: true,
        metadata: { logoutUrl: undefined, dropped: [{ reason: 'logout_address' }] },
      });
    }
  });
});

describe('C8: keys that cannot be used', () => {
  it('are left out beside a good one, and told', async () => {
    const weak = await makeSigningKeys({ bits: 1024 });
    const curve = await makeSigningKeys({ curve: 'P-256' });
    const others = [weak.certificate, curve.certificate, ended, 'AAAA'];
    const result = read(plainMetadata({ keys: [...others, a].map((one) => keyDescriptor(one)).join('') }));
    const subject = 'CN=Test identity provider';
    expect(result).toMatchObject({
      ok: true,
      metadata: {
        certificates: [{ der: a }],
        dropped: [
          { reason: 'certificate_key', subject },
          { reason: 'certificate_key', subject },
          { reason: 'certificates_expired', subject },
          { reason: 'certificate' },
        ],
      },
    });
  });
});

describe('C9: addresses', () => {
  const login = (address: string, development: boolean) =>
    read(plainMetadata({ keys: keyDescriptor(a), login: address }), development).ok;

  it('may use http only for this machine, and only in development', () => {
    for (const address of ['http://localhost:4000/sso', 'http://127.0.0.1/sso', 'http://[::1]:8080/sso']) {
      expect(login(address, true), address).toBe(true);
      expect(login(address, false), address).toBe(false);
    }
    for (const address of [
      'http://idp.harbour.test/',
      'http://127.evil.test/',
      'http://localhost.evil.test/',
    ])
      expect(login(address, true), address).toBe(false);
  });

  it('are stored as spelled, because the provider compares them exactly', () => {
    const address = 'https://IDP.Harbour.test:443/a%7eb/../login?x=1';
    expect(goodly(plainMetadata({ keys: keyDescriptor(a), login: address })).ssoUrl).toBe(address);
  });
});

it('C9: a randomly damaged file is refused with a reason, or still contains only allowed addresses', () => {
  const files = Object.values(shapesOfProviders(a, b)).map(({ xml }) => Buffer.from(xml));
  // A seeded generator, so that a failed run can be repeated.
  let state = 20_261_121;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
  const counts = { tried: 0, refused: 0 };
  for (let round = 0; round < 1000; round += 1) {
    const bytes = Buffer.from(files[round % files.length] ?? []);
    for (let change = 0; change <= random(3); change += 1) bytes[random(bytes.length)] = random(256);
    const result = readSamlMetadata(bytes, { development: false, now });
    counts.tried += 1;
    if (result.ok) expect(result.metadata.ssoUrl).toMatch(/^https:\/\/[^/@]+\//);
    else {
      counts.refused += 1;
      expect(metadataProblems).toContain(result.reason);
    }
  }
});
