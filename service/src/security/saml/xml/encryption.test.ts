/** Threat C2: what current providers encrypt with is read, and what is not allowed is refused with its own reason. */
import { createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';

import { expecting, respond, spKeys } from '#test/saml/saml-answers.ts';
import { makeSigningKeys, type AnswerOptions } from '#test/saml/saml-idp.ts';
import { verifySamlResponse } from '#security/saml/response.ts';

const now = Date.now();
const decryptionKeys = [
  createPrivateKey((await makeSigningKeys()).privateKey),
  createPrivateKey(spKeys.privateKey),
];
const verify = (answer: Partial<AnswerOptions>) =>
  verifySamlResponse(
    respond({ now, encryptFor: spKeys.certificate, ...answer }),
    expecting({ now, decryptionKeys }),
  );

const xmlenc = 'http://www.w3.org/2001/04/xmlenc#';
const xmlenc11 = 'http://www.w3.org/2009/xmlenc11#';
const sha384 = 'http://www.w3.org/2001/04/xmldsig-more#sha384';
const digest = (algorithm: string) => `<ds:DigestMethod Algorithm="${algorithm}"/>`;
const mgf = (hash: string) => `<xenc11:MGF xmlns:xenc11="${xmlenc11}" Algorithm="${xmlenc11}mgf1${hash}"/>`;
const oaep = (hash: string, inside: string, algorithm = `${xmlenc11}rsa-oaep`): Partial<AnswerOptions> => ({
  oaep: { hash, method: `<xenc:EncryptionMethod Algorithm="${algorithm}">${inside}</xenc:EncryptionMethod>` },
});

test.each<[what: string, answer: Partial<AnswerOptions>]>([
  ['SHA-256 for both, as Keycloak does', oaep('sha256', digest(`${xmlenc}sha256`) + mgf('sha256'))],
  ['SHA-384 for both', oaep('sha384', digest(sha384) + mgf('sha384'))],
  ['SHA-512 for both', oaep('sha512', mgf('sha512') + digest(`${xmlenc}sha512`))],
  ['nothing written: SHA-1', oaep('sha1', '')],
  ['version 1.0', oaep('sha1', '', `${xmlenc}rsa-oaep-mgf1p`)],
])('RSA-OAEP with %s is decrypted', async (_what, answer) => {
  expect(await verify(answer)).toMatchObject({ ok: true });
  const cbc = await verify({ ...answer, cipher: 'aes256-cbc' });
  expect(cbc).toMatchObject({ ok: true });
});

const foreign =
  '<xenc:EncryptedKey Recipient="another"><xenc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"/>' +
  '<xenc:CipherData><xenc:CipherValue>AAAA</xenc:CipherValue></xenc:CipherData></xenc:EncryptedKey>';

test('one key of several that is for us is enough, and only a few are tried', async () => {
  const rsa15 = foreign.replace('rsa-oaep-mgf1p', 'rsa-1_5');
  expect(await verify({ otherKeys: foreign + rsa15 })).toMatchObject({ ok: true });
  expect(await verify({ otherKeys: foreign.repeat(4) })).toMatchObject({ reason: 'too many EncryptedKeys' });
});

test.each<[reason: string, answer: Partial<AnswerOptions>]>([
  ['another hash in OAEP', oaep('sha256', digest(`${xmlenc}sha256`))],
  ['another hash in OAEP', oaep('sha256', digest(`${xmlenc}sha256`) + mgf('sha1'))],
  ['another hash in OAEP', oaep('sha256', digest(`${xmlenc}sha256`), `${xmlenc}rsa-oaep-mgf1p`)],
  ['another hash in OAEP', oaep('sha1', digest('http://www.w3.org/2001/04/xmldsig-more#md5'))],
  ['not encrypted for us', oaep('sha1', digest(`${xmlenc}sha256`) + mgf('sha256'))],
  ['a key transport that is not allowed', { keyTransport: 'pkcs1' }],
])('%s: refused', async (reason, answer) => {
  expect(await verify(answer)).toMatchObject({ ok: false, reason });
});
