/**
 * The messages of a company's identity provider, by fast-check: an answer or a logout, with one thing broken in its XML
 * before it is signed, as a hostile provider would, or after, as anyone could. The parts of a message are data, so that
 * a failing one can be shrunk; the message itself is created when it is sent, because it names a request of the run.
 */
import { DOMParser } from '@xmldom/xmldom';
import fc from 'fast-check';

import { createTestIdp, type TestIdp } from '#test/saml/saml-idp.ts';
import { logoutForm, logoutQuery } from '#test/saml/saml-logout-messages.ts';

import { hostileText } from './hostile-texts.ts';

const messageKinds = ['answer', 'logout request', 'logout response'] as const;

interface ProviderMessage {
  readonly kind: (typeof messageKinds)[number];
  readonly binding: 'post' | 'redirect';
  /** `encoded`: the form or query as it is sent. */
  readonly broken: 'nothing' | 'before signing' | 'after signing' | 'encoded';
  /** Any number: which part is broken. */
  readonly which: number;
  readonly put: string;
  readonly instead: 'value' | 'element' | 'bytes';
}

/** What a message of the run has to name. */
export interface MessageFacts {
  readonly requestId: string;
  readonly relayState: string;
  readonly email: string;
  readonly now: number;
  readonly addresses: { readonly acs: string; readonly logout: string; readonly entityId: string };
}

const xmlFragments = [
  '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
  '<?xml-stylesheet href="x"?>',
  '<!---->',
  '<!-- -- -->',
  '<![CDATA[ada@northline.test]]>',
  '<saml:Assertion/>',
  '<saml:Assertion xmlns:saml="x" ID="_a"/>',
  '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>',
  '<saml:NameID>other@northline.test</saml:NameID>',
  '<saml:EncryptedAssertion><a/></saml:EncryptedAssertion>',
  '<a xmlns:a="a" xmlns:b="a" a:c="1" b:c="2"/>',
  '<a b="1" b="2"/>',
  '<a',
  '</a>',
  '<a>'.repeat(3000),
  '<a/>'.repeat(3000),
  `<a ${Array.from({ length: 300 }, (_, index) => `a${index}=""`).join(' ')}/>`,
  '&x;',
  '&#0;',
  '&#xD800;',
  '&#x110000;',
  ']]>',
  '',
];

export function providerMessages(
  kinds: readonly ProviderMessage['kind'][],
  binding: ProviderMessage['binding'],
): fc.Arbitrary<ProviderMessage> {
  return fc.record({
    kind: fc.constantFrom(...kinds),
    binding: fc.constant(binding),
    broken: fc.oneof(
      { weight: 1, arbitrary: fc.constant('nothing' as const) },
      { weight: 3, arbitrary: fc.constant('before signing' as const) },
      { weight: 3, arbitrary: fc.constant('after signing' as const) },
      { weight: 1, arbitrary: fc.constant('encoded' as const) },
    ),
    which: fc.nat(200),
    put: fc.oneof(fc.constantFrom(...xmlFragments), hostileText),
    instead: fc.constantFrom('value', 'element', 'bytes'),
  });
}

const idp: TestIdp = createTestIdp('https://idp.fuzz.test/metadata');
export const fuzzedProvider = {
  idp,
  ssoUrl: 'https://idp.fuzz.test/sso',
  logoutUrl: 'https://idp.fuzz.test/logout',
} as const;

/** The message as the form or the query that carries it. */
export function messageText(message: ProviderMessage, facts: MessageFacts): string {
  const { kind, broken } = message;
  const change = (xml: string): string => brokenXml(xml, message);
  const make = (changes: Changes): string =>
    kind === 'answer' ? answerText(changes, facts) : logoutText(message, changes, facts);
  const text =
    broken === 'before signing'
      ? signedIfItCanBe(make, change)
      : make(broken === 'after signing' ? { changeSigned: change } : {});
  return broken === 'encoded' ? brokenAt(text, message) : text;
}

interface Changes {
  readonly change?: (xml: string) => string;
  readonly changeSigned?: (xml: string) => string;
}

/** A text that is not XML any more cannot be signed, so it is broken after the signature. */
function signedIfItCanBe(make: (changes: Changes) => string, change: (xml: string) => string): string {
  try {
    return make({ change: (xml) => parseable(change(xml)) });
  } catch {
    return make({ changeSigned: change });
  }
}

/** The parser of the signing package writes what it cannot read to the console. */
function parseable(xml: string): string {
  const complain = (): never => {
    throw new Error('no XML');
  };
  const errorHandler = { warning: complain, error: complain, fatalError: complain };
  new DOMParser({ errorHandler }).parseFromString(xml, 'text/xml');
  return xml;
}

function answerText(
  changes: Changes,
  { requestId, relayState, email, now, addresses }: MessageFacts,
): string {
  const answer = idp.respond({
    requestId,
    email,
    now,
    acsUrl: addresses.acs,
    spEntityId: addresses.entityId,
    ...changes,
  });
  return new URLSearchParams({ SAMLResponse: answer, RelayState: relayState }).toString();
}

function logoutText(
  { kind, binding }: ProviderMessage,
  changes: Changes,
  { requestId, relayState, email, now, addresses }: MessageFacts,
): string {
  const options = {
    kind: kind === 'logout request' ? 'request' : 'response',
    issuer: idp.entityId,
    destination: addresses.logout,
    keys: idp,
    now,
    nameId: email,
    inResponseTo: requestId,
    relayState,
    ...changes,
  } as const;
  if (binding === 'post') return logoutForm(options);
  // The signature is beside the message: what is changed after it is the query.
  const query = logoutQuery(options);
  return changes.changeSigned?.(query) ?? query;
}

function brokenXml(xml: string, message: ProviderMessage): string {
  const { instead, put } = message;
  if (instead === 'bytes') return brokenAt(xml, message);
  const places = [...xml.matchAll(instead === 'value' ? /="([^"]*)"|>([^<>]+)</g : /<[^>]*>/g)];
  const place = places[message.which % Math.max(1, places.length)];
  if (place === undefined) return put + xml;
  const old = instead === 'value' ? (place[1] ?? place[2] ?? '') : '';
  const at = place.index + (instead === 'value' ? place[0].indexOf(old) : 0);
  return xml.slice(0, at) + put + xml.slice(at + old.length);
}

function brokenAt(text: string, { which, put }: ProviderMessage): string {
  const at = Math.floor((which / 200) * text.length);
  return text.slice(0, at) + put + text.slice(at + (which % 7));
}

/** One request to a page: `{{…}}` stands for what exists in the service (`people.ts`), `{{message}}` for the provider's. */
export interface PageRequest {
  readonly method: 'GET' | 'POST';
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly message: ProviderMessage | undefined;
}
