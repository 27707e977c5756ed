/** Accepts the answers of common providers: other prefixes, white space between elements, other signature positions. */
import { expect, test } from 'vitest';

import { expecting, respond } from '#test/saml/saml-answers.ts';
import type { AnswerOptions } from '#test/saml/saml-idp.ts';

import { verifySamlResponse } from './response.ts';

const now = Date.now();
const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';
const unspecified = (xml: string) =>
  xml.replace('1.1:nameid-format:emailAddress', '1.1:nameid-format:unspecified');
const persistent = (xml: string) =>
  xml.replace(
    /<saml:NameID [^>]*>[^<]*/,
    '<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">8f3K+x/Q=',
  );
const declared = (xml: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`;
const saml2 = (xml: string) =>
  xml.replaceAll(/(<\/?|xmlns:)samlp\b/g, '$1saml2p').replaceAll(/(<\/?|xmlns:)saml\b/g, '$1saml2');
const typed = (xml: string) =>
  xml.replaceAll(
    '<saml:AttributeValue>',
    '<saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">',
  );
const spaced = (xml: string) => xml.replaceAll('><', '>\n    <');
/** The assertion with its own default namespace, as Microsoft writes it. */
const unprefixed = (xml: string) =>
  xml
    .replace(/<saml:Assertion .*<\/saml:Assertion>/s, (assertion) => assertion.replaceAll('saml:', ''))
    .replace('<Assertion ', '<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion" ');
const digits = (xml: string) => xml.replaceAll(/\.(\d{3})Z"/g, '.$10000Z"');
const noMilliseconds = (xml: string) => xml.replaceAll(/\.\d{3}Z"/g, 'Z"');
const entityIssuer = (xml: string) =>
  xml.replaceAll('<saml:Issuer>', '<saml:Issuer Format="urn:oasis:names:tc:SAML:2.0:nameid-format:entity">');
const groups = (xml: string) =>
  xml.replace(
    '</saml:AttributeStatement>',
    `<saml:Attribute Name="groups">${'<saml:AttributeValue>Engineering</saml:AttributeValue>'.repeat(500)}</saml:Attribute></saml:AttributeStatement>`,
  );
const all =
  (...changes: ((xml: string) => string)[]) =>
  (xml: string): string =>
    changes.reduce((text, change) => change(text), xml);

const providers: Record<string, Partial<AnswerOptions>> = {
  'Entra ID': { sign: 'assertion', emailAttribute: claims, change: all(persistent, unprefixed) },
  'Entra ID, both signed': { emailAttribute: claims, change: all(persistent, unprefixed, digits) },
  Okta: {
    change: all(unspecified, typed, entityIssuer, saml2),
    changeSigned: declared,
    inclusivePrefixes: ['xs'],
  },
  'Google Workspace': { sign: 'assertion', change: saml2, changeSigned: declared },
  Keycloak: { change: all(persistent, typed) },
  ADFS: { sign: 'assertion', emailAttribute: claims, change: all(entityIssuer, unprefixed) },
  Shibboleth: { change: all(persistent, saml2, noMilliseconds, spaced), changeSigned: declared },
  'five hundred groups': { change: groups },
};

test.each(Object.entries(providers))('%s', async (_, options) => {
  const { configuration } = expecting();
  const emailAttribute = options.emailAttribute ?? 'email';
  const expected = expecting({ now, configuration: { ...configuration, emailAttribute } });

  expect(await verifySamlResponse(respond({ now, ...options }), expected)).toMatchObject({
    ok: true,
    identity: { email: 'ada@northline.test' },
  });
});
