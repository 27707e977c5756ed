/**
 * Checks the structure of a SAML message before its signature (threat C1). Every signature wrapping attack needs a
 * second assertion, a second element with the same ID, or a misplaced signature. This structure allows none of them, so
 * the verified element is the element that is read. Weak algorithms are refused here as well.
 */
import { invalid } from './refusal.ts';
import { allElements, attributeOf, childAtMost, childrenOf, elementsIn, is, onlyChild } from './xml.ts';

// RSA with SHA-256 or SHA-512. SHA-1 is refused for signature and digest alike (threat C8).
const signatureMethods = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
];
const digestMethods = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'];
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
// With or without comments (SAML Core §5.4.3): a message has none.
const exclusive = [
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
];

/** In elements; a usual one has ten and a prefix list or two. A forger without a key cannot make us read more. */
const longestSignedInfo = 16;
/** In characters. A provider lists two or three prefixes. */
const longestPrefixList = 256;

/** The form of an ID: the library puts it into an XPath query. */
const idForm = /^[A-Za-z_][\w.-]{0,255}$/;

export interface Shape {
  /** The one assertion; `encrypted` if it is an EncryptedAssertion. */
  readonly assertion: Element;
  readonly encrypted: boolean;
  /** Whether the root itself has a signature, which then must be valid. */
  readonly rootSigned: boolean;
}

/** Checks a response, or a decrypted assertion. Refuses one that can be read in more than one way. */
export function checkStructure(root: Element): Shape {
  const ids = new Set<string>();
  const assertions: Element[] = [];
  for (const element of allElements(root)) {
    checkIds(element, ids);
    if (element.localName === 'Assertion' || element.localName === 'EncryptedAssertion')
      assertions.push(element);
    if (element.localName === 'Response' && element !== root) throw invalid('an answer within the answer');
  }
  const [assertion] = assertions;
  if (assertion === undefined) throw invalid('no assertion');
  if (assertions.length > 1) throw invalid('more than one assertion');
  const encrypted = is(assertion, 'assertion', 'EncryptedAssertion');
  if (!encrypted && !is(assertion, 'assertion', 'Assertion'))
    throw invalid('an assertion of another namespace');
  if (assertion !== root && assertion.parentNode !== root) throw invalid('an assertion in another place');

  for (const element of allElements(root)) {
    if (element.localName !== 'Signature') continue;
    const parent = element.parentNode;
    if (parent !== root && (encrypted || parent !== assertion)) throw invalid('a signature in another place');
    checkSignature(element, parent === root ? root : assertion);
  }
  if (!encrypted) childAtMost(assertion, 'signature', 'Signature');
  return { assertion, encrypted, rootSigned: childAtMost(root, 'signature', 'Signature') !== undefined };
}

/** Checks a message without an assertion: at most one signature, a child of the root that signs the root. */
export function checkMessageStructure(root: Element): void {
  const ids = new Set<string>();
  for (const element of allElements(root)) {
    checkIds(element, ids);
    if (element.localName !== 'Signature') continue;
    if (element.parentNode !== root) throw invalid('a signature in another place');
    checkSignature(element, root);
  }
  childAtMost(root, 'signature', 'Signature');
}

/** Every ID occurs once in the document, whatever the attribute is called. */
function checkIds(element: Element, ids: Set<string>): void {
  for (const { localName, value } of Array.from(element.attributes)) {
    if (localName?.toLowerCase() !== 'id') continue;
    if (!idForm.test(value)) throw invalid('an ID of another form');
    if (ids.has(value)) throw invalid('one ID twice');
    ids.add(value);
  }
}

/** The signature has one reference, to its parent (SAML Core §5.4). */
function checkSignature(signature: Element, parent: Element): void {
  const reference = checkSignatureStructure(signature);
  const id = attributeOf(parent, 'ID');
  if (id === undefined || attributeOf(reference, 'URI') !== `#${id}`)
    throw invalid('a signature of something else');
}

/** Refuses a signature that is not in SAML's form: one reference with the two transforms. Returns the reference. */
export function checkSignatureStructure(signature: Element): Element {
  if (!is(signature, 'signature', 'Signature')) throw invalid('a signature of another namespace');
  const parts = elementsIn(signature).map(({ localName }) => localName);
  if (parts.some((name) => name !== 'SignedInfo' && name !== 'SignatureValue' && name !== 'KeyInfo')) {
    throw invalid('a signature with more in it');
  }
  onlyChild(signature, 'signature', 'SignatureValue');
  const info = onlyChild(signature, 'signature', 'SignedInfo');
  if (elementsIn(info).length !== 3) throw invalid('a signature of another form');
  const canonicalization = onlyChild(info, 'signature', 'CanonicalizationMethod');
  checkAlgorithm(canonicalization, exclusive);
  checkAlgorithm(onlyChild(info, 'signature', 'SignatureMethod'), signatureMethods);
  const reference = onlyChild(info, 'signature', 'Reference');
  checkAlgorithm(onlyChild(reference, 'signature', 'DigestMethod'), digestMethods);
  onlyChild(reference, 'signature', 'DigestValue');
  const list = onlyChild(reference, 'signature', 'Transforms');
  const [first, second] = childrenOf(list, 'signature', 'Transform');
  if (first === undefined || second === undefined || elementsIn(list).length > 2)
    throw invalid('other transforms');
  checkAlgorithm(first, [enveloped]);
  checkAlgorithm(second, exclusive);
  if ([...allElements(info)].length > longestSignedInfo) throw invalid('a signature with more in it');
  const prefixes = elementsIn(second).concat(elementsIn(canonicalization));
  if (prefixes.some((one) => (attributeOf(one, 'PrefixList') ?? '').length > longestPrefixList))
    throw invalid('a signature with more in it');
  return reference;
}

function checkAlgorithm(element: Element, allowed: readonly string[]): void {
  const received = attributeOf(element, 'Algorithm') ?? '';
  if (!allowed.includes(received)) {
    throw invalid(`an algorithm that is not allowed in ${element.localName}`, {
      expected: allowed.join(' '),
      received,
    });
  }
}
