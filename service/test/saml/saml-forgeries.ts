/** Forged answers that are expensive to process: inputs that were slow in XML parsers or canonicalisation. */
import { respond, spKeys } from './saml-answers.ts';
import type { AnswerOptions, TestIdp } from './saml-idp.ts';

const many = (count: number, each: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => each(index)).join('');

/** Nested elements, each with its own namespaces. */
const levels = (depth: number, namespaces: number, inner = ''): string =>
  many(depth, (level) => `<a ${many(namespaces, (i) => `xmlns:n${level}_${i}="u:${level}:${i}" `)}>`) +
  inner +
  '</a>'.repeat(depth);

const contents: Record<string, string> = {
  'as the issue names it: 57 levels of 15 namespaces': levels(57, 15),
  '26 levels with one namespace each, wide': levels(26, 1, '<b/>'.repeat(900)),
  '24 levels, attributes in every namespace': levels(
    24,
    1,
    `<b ${many(24, (i) => `n${i}_0:x="1" `)}/>`.repeat(150),
  ),
  '900 elements with 4 attributes': '<a b="1" c="2" d="3" e="4"/>'.repeat(900),
  '900 elements with an ID': many(900, (i) => `<a ID="_i${i}" b="2" c="3"/>`),
  '60 attributes on each of 60': `<a ${many(60, (i) => `a${i}="" `)}/>`.repeat(60),
  'long text of references': `<a>${'&#38;'.repeat(36_000)}</a>`,
  'long text that grows': `<a>${'>'.repeat(180_000)}</a>`,
  'a long attribute': `<a b="${'&#9;'.repeat(45_000)}"/>`,
  'many short texts': `<a>${'x<b/>'.repeat(900)}</a>`,
  'many signatures': '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>'.repeat(900),
  'many groups': `<a>${'<b xmlns:xs="urn:xs" xmlns:xsi="urn:xsi" xsi:type="xs:string">Engineering</b>'.repeat(900)}</a>`,
  'many assertions': '<saml:Assertion/>'.repeat(900),
};

const extended = (content: string) => (xml: string) =>
  xml.replace('<samlp:Status>', () => `<samlp:Extensions>${content}</samlp:Extensions><samlp:Status>`);
const inSignature = (search: RegExp, more: string) => (xml: string) =>
  xml.replace(search, (found) => found + more);

/**
 * Each content in an answer signed by a stranger, and in one with an old signature of the provider: its SignedInfo is
 * valid, but the signed element is missing.
 */
export function samlForgeries(
  now: number,
  stranger: TestIdp,
  answer: (changes: Partial<AnswerOptions>) => string = respond,
): [name: string, answer: string][] {
  const { privateKey, certificate } = stranger;
  const keys = { privateKey, certificate };
  const grown = Object.entries(contents).flatMap(([name, content]): [string, string][] => [
    [`${name}, another key`, answer({ now, keys, changeSigned: extended(content) })],
    [`${name}, an old signature`, answer({ now, changeSigned: extended(content) })],
    [`${name}, unsigned`, answer({ now, sign: 'none', changeSigned: extended(content) })],
  ]);
  const prefixes = many(20_000, (i) => `p${i} `);
  const list = `<ec:InclusiveNamespaces xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="${prefixes}"/>`;
  const method = /<ds:CanonicalizationMethod [^>]*>/;
  const reference = /<ds:Reference [^>]*>.*?<\/ds:Reference>/s;
  return [
    ...grown,
    ['a long list of prefixes', answer({ now, keys, changeSigned: inSignature(method, list) })],
    [
      'many references',
      answer({ now, keys, changeSigned: (xml) => xml.replace(reference, (one) => one.repeat(80)) }),
    ],
    [
      'encrypted for us',
      answer({
        now,
        keys,
        sign: 'assertion',
        encryptFor: spKeys.certificate,
        change: (xml) =>
          xml.replace('</saml:Assertion>', () => `${contents['many groups']}</saml:Assertion>`),
      }),
    ],
    [
      'a wide SignedInfo',
      answer({ now, keys, changeSigned: inSignature(method, '<ds:Transform/>'.repeat(800)) }),
    ],
  ];
}
