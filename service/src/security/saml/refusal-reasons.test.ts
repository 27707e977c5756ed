/** Threat D11: the log has the reason of a refusal in our own words and quotes nothing from the answer. */
import { expect, test } from 'vitest';

import { expecting, respond } from '#test/saml/saml-answers.ts';

import { verifySamlResponse } from './response.ts';

const canary = 'Canary7';
const now = Date.now();
const word = canary.repeat(400);

type Places = Record<string, (xml: string) => string>;
/** Texts that a provider may write and sign, possibly with personal data. */
const signed: Places = {
  'the status': (xml) => xml.replace(/status:Success/, word),
  'the issuer': (xml) => xml.replace(/<saml:Issuer>[^<]*/g, `<saml:Issuer>${word}`),
  'the issuer, an element': (xml) => xml.replace(/<saml:Issuer>/g, `<saml:Issuer><${word}/>`),
  'the audience': (xml) => xml.replace(/<saml:Audience>[^<]*/, `<saml:Audience>${word}`),
  'the recipient': (xml) => xml.replace(/Recipient="[^"]*"/, `Recipient="${word}"`),
  'the name': (xml) => xml.replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${word}@evil.test`),
  'a condition': (xml) =>
    xml.replace(/<saml:AudienceRestriction>/, `<saml:${word}/><saml:AudienceRestriction>`),
  'a time': (xml) => xml.replace(/IssueInstant="[^"]*"/g, `IssueInstant="${word}"`),
};
/** Texts that anyone may write, before the signature is verified. */
const unsigned: Places = {
  'a transform': (xml) =>
    xml
      .replace(/<ds:Transform Algorithm="[^"]*"/g, `<ds:${word} Algorithm="x"`)
      .replaceAll('</ds:Transform>', `</ds:${word}>`),
  'the transforms': (xml) => xml.replace(/<(\/?)ds:Transforms>/g, `<$1ds:${word}>`),
  'the method': (xml) => xml.replace(/<(\/?)ds:SignatureMethod /g, `<$1ds:${word} `),
  'the digest': (xml) => xml.replace(/DigestMethod Algorithm="[^"]*"/, `DigestMethod Algorithm="${word}"`),
  'an ID': (xml) => xml.replace(/ ID="[^"]*"/, ` ID="${word} x"`),
  'the root': (xml) => xml.replace(/<(\/?)samlp:Response/g, `<$1samlp:${word}`),
  'an element that is not closed': (xml) => xml.replace('</saml:Assertion>', `</saml:${word}>`),
  'an entity': (xml) => xml.replace('<samlp:Status>', `&${word};<samlp:Status>`),
  'a namespace': (xml) => xml.replace('xmlns:saml="', `xmlns:saml="${word}`),
};

test('D11: no reason of a refusal quotes the answer', async () => {
  const answers = [
    ...Object.entries(signed).map(([place, change]) => [place, respond({ now, change })] as const),
    ...Object.entries(unsigned).map(
      ([place, changeSigned]) => [place, respond({ now, changeSigned })] as const,
    ),
  ];
  const quoting: string[] = [];
  for (const [place, answer] of answers) {
    expect(Buffer.from(answer, 'base64').toString(), place).toContain(word);
    const verdict = await verifySamlResponse(answer, expecting({ now }));
    if (verdict.ok) throw new Error(`${place}: accepted`);
    if (verdict.reason.includes(canary) || verdict.reason.length > 80) quoting.push(place);
  }
  expect(quoting).toEqual([]);
});
