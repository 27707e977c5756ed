import { createPrivateKey } from 'node:crypto';
import * as limits from '@app/contract/fields/limits.ts';
import { beforeAll, describe, expect, test } from 'vitest';

import { processorTime } from '#test/setup/processor.ts';
import { expecting, idp, requestId, respond, samlpAnswer, spKeys } from '#test/saml/saml-answers.ts';
import { type AnswerOptions, makeSigningKeys, type SigningKeys } from '#test/saml/saml-idp.ts';

import { type ExpectedSamlResponse, verifySamlResponse } from './response.ts';

const R = { ok: false, error: 'sso-invalid-response' };
const now = Date.now();
const year = 365 * 24 * 3_600_000;
const toXml = (answer: string) => Buffer.from(answer, 'base64').toString();
const toBase64 = (xml: string) => Buffer.from(xml).toString('base64');
const verify = (answer: string, change: Partial<ExpectedSamlResponse> = {}) =>
  verifySamlResponse(answer, expecting({ now, ...change }));
const answer = (options: Partial<AnswerOptions> = {}) => respond({ now, ...options });

test('a valid answer returns the person who signed in', async () => {
  const options = { assertionId: '_a1', email: 'Ada@Northline.test' };
  expect(await verify(answer(options))).toEqual({
    ok: true,
    identity: {
      authenticatedAt: expect.any(Number) as number,
      email: 'ada@northline.test',
      assertionId: '_a1',
      issuer: idp.entityId,
      twoSteps: false,
      usableUntil: now + 300_000 + limits.clockSkew,
      session: {
        nameId: 'Ada@Northline.test',
        format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
        sessionIndex: expect.stringMatching(/^_s/) as string,
      },
    },
  });
});

test('C2: a value cut by a comment, CDATA or an instruction after signing is refused', async () => {
  const whole = 'ada@northline.test.evil.test';
  const cut = 'ada@northline.test'.length;
  const marks = [(text: string) => `<!--x-->${text}`, (text: string) => `<![CDATA[${text}]]>`];
  const marked = marks.flatMap((mark) => [
    mark(whole),
    whole.slice(0, cut) + mark(whole.slice(cut)),
    mark(whole.slice(0, cut)) + whole.slice(cut),
  ]);
  let placements = 0;
  for (const element of ['NameID', 'AttributeValue']) {
    for (const value of marked) {
      const find = new RegExp(`(<saml:${element}[^>]*>)[^<]*`);
      const placed = answer({ email: whole, changeSigned: (xml) => xml.replace(find, `$1${value}`) });
      expect(toXml(placed)).toContain(value);
      expect(await verify(placed)).toMatchObject(R);
      placements++;
    }
  }
  expect(placements).toBe(12);
});

test('C3: XML bombs are refused before parsing', async () => {
  const within = (inside: string) => toXml(answer()).replace('</samlp:Status>', `</samlp:Status>${inside}`);
  const namespaced = `<a ${Array.from({ length: 16 }, (_, i) => `xmlns:n${i}="urn:${i}" `).join('')}>`;
  const wide = `<a ${Array.from({ length: 64 }, (_, i) => `b${i}=""`).join(' ')}/>`;
  const bombs: Record<string, string> = {
    'a hundred thousand nested tags in 256 KiB': toBase64('<a>'.repeat(87_000)),
    '200,000 nested tags': toBase64('<a>'.repeat(200_000) + '</a>'.repeat(200_000)),
    'a billion laughs': toBase64(
      `<!DOCTYPE a [<!ENTITY a "ha">${Array.from({ length: 30 }, (_, i) => `<!ENTITY a${i} "&a;&a;">`).join('')}]><a>&a29;</a>`,
    ),
    'an external entity': toBase64('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'),
    '256 KiB and one byte': toBase64('x'.repeat(limits.samlMax + 1)),
    '200 KiB of attributes': toBase64(
      `<a ${Array.from({ length: 20_000 }, (_, i) => `a${i}="" `).join('')}/>`,
    ),
    '200 KiB of ampersands': toBase64(`<a>${'&amp;'.repeat(40_000)}</a>`),
    '50,000 small elements': toBase64(within('<a/>'.repeat(50_000))),
    // As many as the check allows, in an otherwise valid document.
    '950 small elements': toBase64(within('<a/>'.repeat(950))),
    '64 attributes on each of 450 elements': toBase64(within(wide.repeat(450))),
    '16 namespaces on each of 60 elements': toBase64(within(`${namespaced.repeat(60)}${'</a>'.repeat(60)}`)),
    'no base64': '%'.repeat(300_000),
    spaces: ' '.repeat(300_000),
  };
  let slowest = 0;
  for (const [name, bomb] of Object.entries(bombs)) {
    const start = processorTime();
    expect([name, await verify(bomb)]).toMatchObject([name, R]);
    slowest = Math.max(slowest, processorTime() - start);
  }
  expect(slowest).toBeLessThan(300);
});

test('C4: a valid answer with any changed bit is refused', async () => {
  // Without the certificate in the signature, which is unsigned and ignored.
  const good = Buffer.from(answer({ keyInfo: false }), 'base64');
  expect(await verify(good.toString('base64'))).toMatchObject({ ok: true });
  let accepted = 0;
  for (let flip = 0; flip < 500; flip++) {
    const bytes = Buffer.from(good);
    // Positions all over the answer, the same in every run.
    const place = (flip * 7919) % bytes.length;
    bytes[place] = (bytes[place] ?? 0) ^ (1 << (flip % 7));
    const result = await verify(bytes.toString('base64'));
    if (result.ok) accepted++;
  }
  expect(accepted).toBe(0);
});

test('no posted text causes an exception', async () => {
  const xml = toXml(answer({ keyInfo: false }));
  const names = [...new Set(Array.from(xml.matchAll(/<([\w:]+)/g), ([, name]) => name ?? ''))];
  const attributes = [...new Set(Array.from(xml.matchAll(/ ([\w:]+)=/g), ([, name]) => name ?? ''))];
  const junk = ['', '=', 'AAAA', toBase64('<a/>'), toBase64('{}'), toBase64('<Response/>'), '\0', '💥'];
  const strange = [
    ...junk,
    // One element or one attribute taken away.
    ...names.map((name) => {
      const gone = (text: string) => text.replace(new RegExp(`<${name}[ >/].*?(?:</${name}>|/>)`), '');
      return toBase64(gone(xml));
    }),
    ...attributes.map((name) => toBase64(xml.replace(new RegExp(` ${name}="[^"]*"`), ''))),
    ...Array.from({ length: 40 }, (_, i) => toBase64(xml.slice(0, (i * xml.length) / 40))),
  ];
  for (const one of strange) expect(await verify(one, { responseSigned: true })).toMatchObject({ ok: false });
});

test('C10: a denial by the provider is distinguished', async () => {
  const status = (code: string, inner = '') =>
    toBase64(
      toXml(answer({ sign: 'none' }))
        .replace(/<saml:Assertion.*<\/saml:Assertion>/, '')
        .replace(
          /<samlp:StatusCode [^>]*\/>/,
          `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${code}">${inner && `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${inner}"/>`}</samlp:StatusCode>`,
        ),
    );
  for (const denied of [
    status('Responder', 'RequestDenied'),
    status('Responder', 'AuthnFailed'),
    status('RequestDenied'),
  ]) {
    expect(await verify(denied)).toMatchObject({ ok: false, error: 'sso-denied' });
    expect(await verify(denied, { requestId: '_other' })).toMatchObject(R);
  }
  for (const failed of [status('Responder'), status('Responder', 'NoPassive'), status('Success')]) {
    expect(await verify(failed)).toMatchObject(R);
  }
});

describe('C8: certificates', () => {
  let other: SigningKeys;
  let weak: SigningKeys;
  let old: SigningKeys;
  let curve: SigningKeys;
  const configured = (...keys: SigningKeys[]) => ({
    configuration: { ...expecting().configuration, certificates: keys.map(({ certificate }) => certificate) },
  });
  beforeAll(async () => {
    other = await makeSigningKeys();
    weak = await makeSigningKeys({ bits: 1024 });
    old = await makeSigningKeys({ notBefore: new Date(now - year), notAfter: new Date(now - 1000) });
    curve = await makeSigningKeys({ curve: 'P-256' });
  });

  test('of two either may have signed', async () => {
    for (const keys of [idp, other]) {
      expect(await verify(answer({ keys }), configured(idp, other))).toMatchObject({ ok: true });
      expect(await verify(answer({ keys }), configured(other, idp))).toMatchObject({ ok: true });
    }
    expect(await verify(answer({ keys: other }), configured(idp))).toMatchObject(R);
    // The certificate in the answer is not trusted.
    expect(toXml(answer({ keys: other }))).toContain(other.certificate);
  });

  test('a weak, expired or unreadable one is never accepted', async () => {
    expect(await verify(answer({ keys: weak }), configured(weak))).toMatchObject(R);
    expect(await verify(answer({ keys: old }), configured(old))).toMatchObject(R);
    expect(await verify(answer({ keys: old }), configured(old, idp))).toMatchObject(R);
    expect(await verify(answer(), configured(old, weak, curve, idp))).toMatchObject({ ok: true });
    expect(await verify(answer(), configured({ ...idp, certificate: 'AAAA' }))).toMatchObject(R);
    expect(await verify(answer(), configured())).toMatchObject(R);
  });

  test('SHA-512 is accepted; other algorithms of the library are not', async () => {
    const sha512 = {
      signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
      digest: 'http://www.w3.org/2001/04/xmlenc#sha512',
    };
    expect(await verify(answer(sha512))).toMatchObject({ ok: true });
    const hmac = (xml: string) =>
      xml.replaceAll('2001/04/xmldsig-more#rsa-sha256', '2000/09/xmldsig#hmac-sha1');
    expect(await verify(answer({ changeSigned: hmac }))).toMatchObject(R);
  });
});

describe('encrypted assertions', () => {
  const encryptFor = spKeys.certificate;
  const decryptionKeys = [createPrivateKey(spKeys.privateKey)];
  const open = { decryptionKeys };

  test('are decrypted', async () => {
    for (const cipher of ['aes128-gcm', 'aes256-gcm'] as const) {
      for (const sign of ['both', 'assertion'] as const) {
        expect(await verify(answer({ encryptFor, cipher, sign }), open)).toMatchObject({
          ok: true,
          identity: { email: 'ada@northline.test' },
        });
      }
    }
    const encryptionAlgorithm = 'http://www.w3.org/2009/xmlenc11#aes256-gcm';
    for (const sign of ['both', 'assertion'] as const) {
      const theirs = await samlpAnswer({ sign, encryptFor, encryptionAlgorithm });
      expect(await verify(theirs, { ...open, now: Date.now() })).toMatchObject({ ok: true });
    }
  });

  test('are accepted with CBC only in a signed answer', async () => {
    const cbc = { encryptFor, cipher: 'aes256-cbc' } as const;
    expect(await verify(answer(cbc), open)).toMatchObject({ ok: true });
    expect(await verify(answer({ ...cbc, sign: 'assertion' }), open)).toMatchObject(R);
  });

  test('are refused without the key, with PKCS#1, and with unsigned or hostile content', async () => {
    const refused: Partial<AnswerOptions>[] = [
      { keyTransport: 'pkcs1' },
      { sign: 'response' },
      { sign: 'none' },
      { changeSignedAssertion: (xml) => xml.replace(/(<saml:NameID[^>]*>)[^<]*/, '$1eve@northline.test') },
      { changeSignedAssertion: (xml) => xml.replace(/(<saml:NameID[^>]*>)/, '$1<!--x-->') },
      {
        changeSignedAssertion: (xml) =>
          xml.replace(/(<saml:Subject>)/, `${'<a>'.repeat(70)}${'</a>'.repeat(70)}$1`),
      },
      { change: (xml) => xml.replace(/(<saml:Audience>)[^<]*/, '$1https://evil.test') },
    ];
    for (const options of refused) {
      for (const cipher of ['aes256-gcm', 'aes256-cbc'] as const) {
        expect(await verify(answer({ encryptFor, cipher, ...options }), open)).toMatchObject(R);
      }
    }
    expect(await verify(answer({ encryptFor }))).toMatchObject(R);
    expect(await verify(answer({ encryptFor: idp.certificate }), open)).toMatchObject(R);
  });
});

test('only an answer to the expected request is accepted', async () => {
  expect(await verify(answer(), { requestId: `${requestId}0` })).toMatchObject(R);
});
