/**
 * Verifies the provider's signature of an element (XML Signature §3.2), in the one form that `structure.ts` accepts. The
 * order keeps forgeries cheap: first the signature over the few lines of SignedInfo, then the digest of the rest, so a
 * stranger's message is never canonicalised. `xml-crypto` canonicalises, Node does the cryptography.
 */
import { createHash, timingSafeEqual, verify, X509Certificate } from 'node:crypto';
import { ExclusiveCanonicalization } from 'xml-crypto';

import { certificateBase64 } from '#security/saml/certificates.ts';

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
  /** The element in canonical form without its signature: exactly the signed text. */
  readonly xml: string;
  /** The certificate (base64 DER) whose key signed it. */
  readonly certificate: string;
}

/**
 * Verifies the signature of `element`, whose structure was checked, with `certificates` (base64 DER).
 * Throws a `SamlRefusal` if it is not signed, signed by another key, or changed.
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
/** In characters: enough for a signature with a chain of certificates. */
const longestSignature = 32_768;

/**
 * Returns true if one of the first two signatures in a text is by one of these keys, without reading the rest. It does
 * not prove that the text was signed: it is a cheap filter against a flood of forgeries.
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
  // It names a key of the provider's that did not sign this text.
  const named = certificatesIn(signature);
  if (named.some((certificate) => certificates.includes(certificate))) throw changed();
  throw unknownKey({ expected: fingerprintsOf(certificates), received: fingerprintsOf(named) });
}

const certificatesIn = (signature: Element): string[] =>
  [...allElements(signature)]
    .filter(({ localName }) => localName === 'X509Certificate')
    .map((element) => certificateBase64(element.textContent ?? ''));

/** SHA-256 of each, as the dashboard shows a certificate; undefined: none is named. */
const fingerprintsOf = (certificates: readonly string[]): string | undefined =>
  certificates
    .map((text) => createHash('sha256').update(Buffer.from(text, 'base64')).digest('hex').toUpperCase())
    .map((hex) => hex.replace(/..(?=.)/g, '$&:'))
    .join(' ') || undefined;

/** Runs `work` with the signature removed (the transform enveloped-signature) and restores it. */
function withoutSignature(element: Element, signature: Element, work: () => string): string {
  const next = signature.nextSibling;
  element.removeChild(signature);
  try {
    return work();
  } finally {
    element.insertBefore(signature, next);
  }
}

/** Exclusive XML Canonicalization 1.0; `inclusive` is the InclusiveNamespaces prefix list. */
function canonical(element: Element, inclusive: readonly string[]): string {
  return new ExclusiveCanonicalization().process(element, {
    inclusiveNamespacesPrefixList: [...inclusive],
    ancestorNamespaces: inclusive.flatMap((prefix) => declaredAround(element, prefix)),
  });
}

/** The namespace of a prefix in an element's ancestors, unless the element itself declares the prefix. */
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

/** The InclusiveNamespaces of a method or transform; `checkStructure` allows at most one short list. */
function prefixesIn(method: Element): string[] {
  const lists = [...allElements(method)].filter(({ localName }) => localName === 'InclusiveNamespaces');
  return lists.flatMap((list) => (attributeOf(list, 'PrefixList') ?? '').split(/\s+/).filter(Boolean));
}

const hashOf = (method: Element): string => hashes[attributeOf(method, 'Algorithm') ?? ''] ?? '';

const bytesOf = (element: Element): Buffer => Buffer.from(textOf(element), 'base64');
