/**
 * Reads XML that `prescan.ts` accepted, by namespace and name, and escapes text for XML that the service writes.
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
 * Replaces U+0085 and U+2028 by references. The parser treats both as line ends, as XML 1.1 does; in XML 1.0 §2.11 they
 * are ordinary characters, and the signature over a text with one of them would not verify.
 */
export const withPlainLineEnds = (text: string): string =>
  text.replace(/[\u0085\u2028]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Returns the root of a document. The parser only warns of some faults; here each fault is a refusal. */
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

/** The child elements in document order. */
export function elementsIn(parent: Element): Element[] {
  const elements: Element[] = [];
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === elementNode) elements.push(node as Element);
  }
  return elements;
}

/** The child elements with a name. */
export function childrenOf(parent: Element, namespace: Namespace, name: string): Element[] {
  return elementsIn(parent).filter((element) => is(element, namespace, name));
}

/** The only child element with that name; refuses none and several. */
export function onlyChild(parent: Element, namespace: Namespace, name: string): Element {
  const child = childAtMost(parent, namespace, name);
  if (child === undefined) throw invalid(`no ${name}`);
  return child;
}

/** The only child element with that name, or undefined; refuses several. */
export function childAtMost(parent: Element, namespace: Namespace, name: string): Element | undefined {
  const found = childrenOf(parent, namespace, name);
  if (found.length > 1) throw invalid(`more than one ${name}`);
  return found[0];
}

/** `root` and all its descendants, without recursion. */
export function* allElements(root: Element): Generator<Element> {
  const waiting = [root];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    yield element;
    waiting.push(...elementsIn(element));
  }
}

/** An attribute's value, or undefined. */
export function attributeOf(element: Element, name: string): string | undefined {
  return element.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined;
}

/**
 * The text of an element that contains nothing else, trimmed and not empty. A text in several nodes can be read in two
 * ways, such as `admin@northline.test<!-- -->.evil.test` (threat C2).
 */
export function textOf(element: Element): string {
  const value = wholeText(element).trim();
  if (value === '') throw invalid(`an empty ${element.localName}`);
  return value;
}

/** Leading or trailing white space, ASCII or not, and invisible characters. */
const blankEnd = /^[\s\p{White_Space}\p{C}]|[\s\p{White_Space}\p{C}]$/u;

/**
 * The text of an element that identifies a person: not empty, and exactly as it was signed. White space around it is
 * refused: trimming could merge two people of the provider into one.
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
    // The parser may split one text into several nodes, for example at a numeric reference: they are one value.
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

/** Escapes a text for an element or a quoted attribute. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => entities[letter] ?? '');
