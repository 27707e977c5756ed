/**
 * Whether an element of a SAML message carries a good signature of the provider's (XML Signature §3.2), in the one form
 * that `structure.ts` lets through. The order keeps a forgery cheap: first the signature of the few lines of
 * SignedInfo, then the digest of the rest, so that a stranger's message is never brought into its canonical form. The
 * canonical form is `xml-crypto`'s, the numbers are Node's.
 */
import { createHash, timingSafeEqual, verify, X509Certificate } from 'node:crypto';
import { ExclusiveCanonicalization } from 'xml-crypto';

import { checkXmlBytes } from './prescan.ts';
import { changed, SamlRefusal, unknownKey, unsigned } from './refusal.ts';
import { checkSignatureStructure } from './structure.ts';
import { allElements, attributeOf, childAtMost, childrenOf, onlyChild, parseXml, textOf } from './xml.ts';

const hashes: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
};

export interface Signed {
  /** The element's text in its canonical form, without its signature: the very letters that were signed. */
  readonly xml: string;
  /** The certificate (base64 DER) whose key signed it. */
  readonly certificate: string;
}

/**
 * Checks the signature of `element`, whose shape was checked, against `certificates` (base64 DER).
 * Throws a `SamlRefusal`: not signed, signed by another key, or changed since.
 */
export function checkSigned(element: Element, certificates: readonly string[]): Signed {
  const signature = childAtMost(element, 'signature', 'Signature');
  if (signature === undefined) throw unsigned(element.localName);
  const info = onlyChild(signature, 'signature', 'SignedInfo');
  const certificate = signerOf(signature, info, certificates);
  const reference = onlyChild(info, 'signature', 'Reference');
  const xml = withoutSignature(element, signature, () => canonical(element, prefixesOfReference(reference)));
  const digest = createHash(hashOf(onlyChild(reference, 'signature', 'DigestMethod')))
    .update(xml)
    .digest();
  const said = bytesOf(onlyChild(reference, 'signature', 'DigestValue'));
  if (said.length !== digest.length || !timingSafeEqual(said, digest)) throw changed();
  return { xml, certificate };
}

const signatureStart = /<((?:[A-Za-z_][\w.-]*:)?)Signature[\s>]/g;
/** In characters: a signature with a chain of certificates in it. */
const longestSignature = 32_768;

/**
 * Whether one of the first two signatures in a text is by one of these keys, found without reading the rest. It says
 * nothing of whether the text is what was signed: it is the look by which a flood of forgeries is turned away.
 */
export function bearsKnownSignature(text: string, certificates: readonly string[]): boolean {
  const starts = [...text.matchAll(signatureStart)].slice(0, 2);
  return starts.some(({ index, 1: prefix = '' }) => {
    const end = text.indexOf(`</${prefix}Signature>`, index);
    if (end === -1 || end - index > longestSignature) return false;
    const declared = `xmlns${prefix === '' ? '' : `:${prefix.slice(0, -1)}`}="http://www.w3.org/2000/09/xmldsig#"`;
    const alone = `<alone ${declared}>${text.slice(index, end)}</${prefix}Signature></alone>`;
    try {
      const checked = checkXmlBytes(Buffer.from(alone), longestSignature * 4);
      if (!checked.ok) return false;
      const signature = onlyChild(parseXml(checked.text), 'signature', 'Signature');
      checkSignatureStructure(signature);
      signerOf(signature, onlyChild(signature, 'signature', 'SignedInfo'), certificates);
      return true;
    } catch (error) {
      if (error instanceof SamlRefusal) return false;
      throw error;
    }
  });
}

/** The certificate whose key signed SignedInfo. */
function signerOf(signature: Element, info: Element, certificates: readonly string[]): string {
  const method = onlyChild(info, 'signature', 'CanonicalizationMethod');
  const text = Buffer.from(canonical(info, prefixesIn(method)));
  const value = bytesOf(onlyChild(signature, 'signature', 'SignatureValue'));
  const hash = hashOf(onlyChild(info, 'signature', 'SignatureMethod'));
  const signer = certificates.find((certificate) =>
    verify(hash, text, new X509Certificate(Buffer.from(certificate, 'base64')).publicKey, value),
  );
  if (signer !== undefined) return signer;
  // It names a key of the provider's, and that key did not sign these letters.
  throw namesOneOf(signature, certificates) ? changed() : unknownKey();
}

function namesOneOf(signature: Element, certificates: readonly string[]): boolean {
  const named = [...allElements(signature)].filter(({ localName }) => localName === 'X509Certificate');
  return named.some((element) => certificates.includes((element.textContent ?? '').replace(/\s/g, '')));
}

/** Runs `work` while the signature is not there (the transform enveloped-signature), and puts it back. */
function withoutSignature(element: Element, signature: Element, work: () => string): string {
  const next = signature.nextSibling;
  element.removeChild(signature);
  try {
    return work();
  } finally {
    element.insertBefore(signature, next);
  }
}

/** Exclusive XML Canonicalization 1.0; `inclusive`: the prefixes that are written wherever they are declared. */
function canonical(element: Element, inclusive: readonly string[]): string {
  return new ExclusiveCanonicalization().process(element, {
    inclusiveNamespacesPrefixList: [...inclusive],
    ancestorNamespaces: inclusive.flatMap((prefix) => declaredAround(element, prefix)),
  });
}

/** The namespace that a prefix has around an element, unless the element itself declares it. */
function declaredAround(element: Element, prefix: string): { prefix: string; namespaceURI: string }[] {
  const name = `xmlns:${prefix}`;
  if (element.hasAttribute(name)) return [];
  for (let node = element.parentNode; node !== null; node = node.parentNode) {
    const namespaceURI = 'getAttribute' in node && (node as Element).getAttribute(name);
    if (namespaceURI) return [{ prefix, namespaceURI }];
  }
  return [];
}

function prefixesOfReference(reference: Element): string[] {
  const [, second] = childrenOf(onlyChild(reference, 'signature', 'Transforms'), 'signature', 'Transform');
  return second === undefined ? [] : prefixesIn(second);
}

/** The InclusiveNamespaces of a method or transform; `checkStructure` saw that there is one list of a few at most. */
function prefixesIn(method: Element): string[] {
  const lists = [...allElements(method)].filter(({ localName }) => localName === 'InclusiveNamespaces');
  return lists.flatMap((list) => (attributeOf(list, 'PrefixList') ?? '').split(/\s+/).filter(Boolean));
}

const hashOf = (method: Element): string => hashes[attributeOf(method, 'Algorithm') ?? ''] ?? '';

const bytesOf = (element: Element): Buffer => Buffer.from(textOf(element), 'base64');
