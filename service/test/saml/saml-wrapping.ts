/**
 * Signature wrapping attacks for tests (Somorovsky and others, 2012; SAML Raider's XSW1 to XSW8): the signed element
 * stays somewhere in the answer, and an unsigned one with another address replaces it.
 */
import { DOMParser, XMLSerializer } from '@xmldom/xmldom';

export const stranger = 'mallory@evil.test';

export interface Wrapped {
  readonly name: string;
  /** base64. */
  readonly answer: string;
}

/** The ID of the forged element: a new one, or the one that the signature refers to. */
type ForgedId = 'new' | 'same';
interface Variant {
  readonly id: ForgedId;
  /** Whether the forged element has the signature too, or only the genuine one. */
  readonly keepsSignature: boolean;
}

const dsig = 'http://www.w3.org/2000/09/xmldsig#';

/** Every wrapping of a signed answer (base64). Wrappings of the answer's own signature need an answer with one. */
export function wrappings(answer: string): Wrapped[] {
  const wrapped: Wrapped[] = [];
  for (const id of ['new', 'same'] as const) {
    for (const keepsSignature of [true, false]) {
      for (const [name, wrap] of Object.entries(attacks)) {
        const root = parse(answer);
        if (!wrap(root, { id, keepsSignature })) continue;
        const label = `${name}, ${id} ID, ${keepsSignature ? 'signature kept' : 'signature moved'}`;
        wrapped.push({ name: label, answer: toBase64(root) });
      }
    }
  }
  return wrapped;
}

/** Only parses and serialises: the unchanged answer must stay valid, or the attacks prove nothing. */
export const rewritten = (answer: string): string => toBase64(parse(answer));

/** Changes the tree in place; false: the answer lacks the attacked element. */
type Attack = (root: Element, variant: Variant) => boolean;

const attacks: Record<string, Attack> = {
  // The whole answer is forged; the genuine one is hidden in it.
  'XSW1, answer in the signature': (root, variant) =>
    forgeAnswer(root, variant, (genuine, signature) => signature.appendChild(genuine)),
  'XSW1, answer in an Object': (root, variant) =>
    forgeAnswer(root, variant, (genuine, signature) => inObject(signature, genuine)),
  'XSW2, answer before the signature': (root, variant) =>
    forgeAnswer(root, variant, (genuine, signature) => root.insertBefore(genuine, signature)),
  'XSW2, answer at the end': (root, variant) =>
    forgeAnswer(root, variant, (genuine) => root.appendChild(genuine)),
  // The assertion is forged; the genuine one is beside it, in it, or around it.
  'XSW3, forged before the genuine': (root, variant) => {
    const { assertion, forged } = forge(root, variant);
    root.insertBefore(forged, assertion);
    return true;
  },
  'XSW3, forged after the genuine': (root, variant) => {
    root.appendChild(forge(root, variant).forged);
    return true;
  },
  'XSW3, forged twice': (root, variant) => {
    const { assertion, forged } = forge(root, variant);
    root.insertBefore(forged.cloneNode(true), assertion);
    root.appendChild(forged);
    return true;
  },
  'XSW4, genuine in the forged': (root, variant) => {
    const { assertion, forged } = forge(root, variant);
    root.replaceChild(forged, assertion);
    forged.appendChild(assertion);
    return true;
  },
  'XSW4, forged in the genuine': (root, variant) => {
    const { assertion, forged } = forge(root, variant);
    assertion.appendChild(forged);
    return true;
  },
  'XSW5, genuine at the end': (root, variant) => {
    const { assertion, forged } = forge(root, { ...variant, keepsSignature: true });
    root.replaceChild(forged, assertion);
    root.appendChild(without(assertion, variant));
    return true;
  },
  'XSW6, genuine in the signature': (root, variant) => {
    const { assertion, forged } = forge(root, { ...variant, keepsSignature: true });
    root.replaceChild(forged, assertion);
    signatureOf(forged)?.appendChild(without(assertion, variant));
    return true;
  },
  'XSW7, forged in Extensions': (root, variant) => {
    const { assertion, forged } = forge(root, variant);
    root.insertBefore(inside(root, 'samlp:Extensions', forged), assertion);
    return true;
  },
  'XSW7, genuine in Extensions': (root, variant) => {
    const { assertion, forged } = forge(root, variant);
    root.replaceChild(forged, assertion);
    root.insertBefore(inside(root, 'samlp:Extensions', assertion), root.firstChild);
    return true;
  },
  'XSW8, genuine in an Object': (root, variant) => {
    const { assertion, forged } = forge(root, { ...variant, keepsSignature: true });
    root.replaceChild(forged, assertion);
    const signature = signatureOf(forged);
    if (signature !== undefined) inObject(signature, without(assertion, variant));
    return true;
  },
  'genuine in Advice': (root, variant) => {
    const { assertion, forged } = forge(root, variant);
    root.replaceChild(forged, assertion);
    forged.appendChild(inside(root, 'saml:Advice', assertion));
    return true;
  },
  'genuine in StatusDetail': (root, variant) => {
    const { assertion, forged } = forge(root, variant);
    root.replaceChild(forged, assertion);
    root.insertBefore(inside(root, 'samlp:StatusDetail', assertion), root.firstChild);
    return true;
  },
  'the signature taken away': (root) => {
    for (const element of [root, assertionIn(root)]) {
      const signature = signatureOf(element);
      if (signature !== undefined) element.removeChild(signature);
    }
    change(assertionIn(root));
    return true;
  },
  'the address changed in place': (root) => {
    change(assertionIn(root));
    return true;
  },
};

function forgeAnswer(
  root: Element,
  variant: Variant,
  hide: (genuine: Node, signature: Element) => void,
): boolean {
  const signature = signatureOf(root);
  if (signature === undefined) return false;
  const genuine = root.cloneNode(true) as Element;
  if (variant.keepsSignature) {
    const inner = signatureOf(genuine);
    if (inner !== undefined) genuine.removeChild(inner);
  }
  if (variant.id === 'new') root.setAttribute('ID', '_forged-answer');
  change(assertionIn(root));
  hide(genuine, signature);
  return true;
}

/** A copy of the assertion with another address. */
function forge(root: Element, { id, keepsSignature }: Variant): { assertion: Element; forged: Element } {
  const assertion = assertionIn(root);
  const forged = assertion.cloneNode(true) as Element;
  change(forged);
  if (id === 'new') forged.setAttribute('ID', '_forged');
  const signature = signatureOf(forged);
  if (!keepsSignature && signature !== undefined) forged.removeChild(signature);
  return { assertion, forged };
}

/** The genuine assertion as the attack hides it: with its signature, or without. */
function without(assertion: Element, { keepsSignature }: Variant): Element {
  const copy = assertion.cloneNode(true) as Element;
  const signature = signatureOf(copy);
  if (!keepsSignature && signature !== undefined) copy.removeChild(signature);
  return copy;
}

function inside(root: Element, name: string, child: Node): Element {
  const [prefix = ''] = name.split(':');
  const namespace = `urn:oasis:names:tc:SAML:2.0:${prefix === 'samlp' ? 'protocol' : 'assertion'}`;
  const holder = root.ownerDocument.createElementNS(namespace, name);
  holder.appendChild(child);
  return holder;
}

function inObject(signature: Element, child: Node): void {
  const object = signature.ownerDocument.createElementNS(dsig, 'ds:Object');
  object.appendChild(child);
  signature.appendChild(object);
}

function change(assertion: Element): void {
  for (const name of ['NameID', 'AttributeValue']) {
    for (const element of Array.from(assertion.getElementsByTagNameNS('*', name))) {
      if ((element.textContent ?? '').includes('@')) element.textContent = stranger;
    }
  }
}

function assertionIn(root: Element): Element {
  for (let node = root.firstChild; node !== null; node = node.nextSibling) {
    if ((node as Element).localName === 'Assertion') return node as Element;
  }
  throw new Error('no assertion');
}

function signatureOf(element: Element): Element | undefined {
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if ((node as Element).localName === 'Signature') return node as Element;
  }
  return undefined;
}

const parse = (answer: string): Element =>
  new DOMParser().parseFromString(Buffer.from(answer, 'base64').toString(), 'text/xml').documentElement;

const toBase64 = (root: Element): string =>
  Buffer.from(new XMLSerializer().serializeToString(root)).toString('base64');
