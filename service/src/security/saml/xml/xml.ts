/**
 * Reading XML that `prescan.ts` let through: by namespace and name, and exactly one of what there must be one of. And
 * the letters that must not stand as they are in XML that is written.
 */
import { DOMParser } from '@xmldom/xmldom';

import { invalid } from './refusal.ts';

const namespaces = {
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
} as const;
type Namespace = keyof typeof namespaces;

const elementNode = 1;
const textNode = 3;

/**
 * The same document with U+0085 and U+2028 as references. The parser takes both for line ends, as XML 1.1 does; in
 * XML 1.0 §2.11 they are letters, and the signature over a text with one of them would not be found good.
 */
export const withPlainLineEnds = (text: string): string =>
  text.replace(/[\u0085\u2028]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** The root of a document. The parser only warns of some faults; here each one is a refusal. */
export function parseXml(text: string): Element {
  const complain = () => {
    throw invalid('the XML cannot be read');
  };
  const parser = new DOMParser({
    errorHandler: { warning: complain, error: complain, fatalError: complain },
  });
  const document = parser.parseFromString(withPlainLineEnds(text), 'text/xml');
  // The types say that there is always a root. The parser does not.
  const root = document.documentElement as Element | null | undefined;
  if (!root) throw invalid('the XML cannot be read');
  return root;
}

export function is(element: Element, namespace: Namespace, name: string): boolean {
  return element.localName === name && element.namespaceURI === namespaces[namespace];
}

/** The elements directly below, in their order. */
export function elementsIn(parent: Element): Element[] {
  const elements: Element[] = [];
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === elementNode) elements.push(node as Element);
  }
  return elements;
}

/** The elements of one name directly below. */
export function childrenOf(parent: Element, namespace: Namespace, name: string): Element[] {
  return elementsIn(parent).filter((element) => is(element, namespace, name));
}

/** The one element of that name directly below. */
export function onlyChild(parent: Element, namespace: Namespace, name: string): Element {
  const child = childAtMost(parent, namespace, name);
  if (child === undefined) throw invalid(`no ${name}`);
  return child;
}

/** The one element of that name directly below, if there is any. */
export function childAtMost(parent: Element, namespace: Namespace, name: string): Element | undefined {
  const found = childrenOf(parent, namespace, name);
  if (found.length > 1) throw invalid(`more than one ${name}`);
  return found[0];
}

/** `root` and everything below it, without recursion. */
export function* allElements(root: Element): Generator<Element> {
  const waiting = [root];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    yield element;
    waiting.push(...elementsIn(element));
  }
}

/** An attribute's value; undefined if it is not there. */
export function attributeOf(element: Element, name: string): string | undefined {
  return element.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined;
}

/**
 * The text of an element that holds nothing else, trimmed and not empty. A value in several parts is how an address
 * like `admin@northline.test<!-- -->.evil.test` gets two readings (threat C2).
 */
export function textOf(element: Element): string {
  const value = wholeText(element).trim();
  if (value === '') throw invalid(`an empty ${element.localName}`);
  return value;
}

/** White space at an end, ASCII or not, and characters that nobody sees. */
const blankEnd = /^[\s\p{White_Space}\p{C}]|[\s\p{White_Space}\p{C}]$/u;

/**
 * The text of an element that says who somebody is, not empty and letter by letter as it was signed. One with white
 * space around it is refused: trimmed, two people of the provider could become one here.
 */
export function identityIn(element: Element): string {
  const text = wholeText(element);
  if (text.trim() === '') throw invalid(`an empty ${element.localName}`);
  if (blankEnd.test(text)) throw invalid(`white space around ${element.localName}`);
  return text;
}

function wholeText(element: Element): string {
  let text = '';
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType !== textNode) throw invalid(`${element.localName} holds more than text`);
    // The parser may cut one text into several nodes, at a numeric reference for example: they are one value.
    text += node.nodeValue ?? '';
  }
  return text;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A text as it may stand in an element or in an attribute's quotes. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => entities[letter] ?? '');
