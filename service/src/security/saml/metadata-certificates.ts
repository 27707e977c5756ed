/** Reads the signing certificates of an identity provider from its metadata (threat C8). */
import { X509Certificate } from 'node:crypto';
import { type DroppedPart, mostCertificates } from '@app/contract/calls/saml-configuration.ts';

import { type CertificateFacts, readCertificate } from './certificates.ts';
import { Problem } from './metadata-addresses.ts';
import { childrenOf } from './xml/xml.ts';

// The DOM's node types.
const textNode = 3;
const instructionNode = 7;
const commentNode = 8;

type DroppedKey = DroppedPart & { readonly reason: Exclude<DroppedPart['reason'], 'logout_address'> };

/**
 * The signing certificates without duplicates and those that cannot be used, which are told in `dropped`: several while
 * the provider rotates its key. A file with none that can be used is refused for the first fault.
 */
export function certificatesOf(
  descriptor: Element,
  now: number,
): { readonly certificates: CertificateFacts[]; readonly dropped: DroppedKey[] } {
  const usable = new Map<string, CertificateFacts>();
  const dropped: DroppedKey[] = [];
  for (const key of childrenOf(descriptor, 'metadata', 'KeyDescriptor')) {
    const use = (key.getAttribute('use') ?? '').trim();
    if (use !== '' && use !== 'signing') continue;
    const read = readKey(key, now);
    if (read === undefined) continue;
    if ('der' in read) usable.set(read.der, read);
    else dropped.push(read);
  }
  const certificates = [...usable.values()];
  if (certificates.length === 0) throw new Problem(dropped[0]?.reason ?? 'no_certificate');
  if (certificates.length > mostCertificates) throw new Problem('too_many_certificates');
  return { certificates, dropped };
}

/** The certificate of a key, or why it cannot be used; undefined for a key without one. */
function readKey(key: Element, now: number): CertificateFacts | DroppedKey | undefined {
  const texts = childrenOf(key, 'signature', 'KeyInfo')
    .flatMap((info) => childrenOf(info, 'signature', 'X509Data'))
    .flatMap((data) => childrenOf(data, 'signature', 'X509Certificate'))
    .map(textOf);
  const [text, ...others] = new Set(texts);
  if (text === undefined) return undefined;
  const signer = others.length === 0 ? text : leafOf([text, ...others]);
  if (signer === undefined) return { reason: 'several_certificates_in_a_key' };
  const read = readCertificate(signer);
  if (!read.ok) return { reason: read.reason, ...(read.subject !== undefined && { subject: read.subject }) };
  const { notAfter, subject } = read.certificate;
  return notAfter > now ? read.certificate : { reason: 'certificates_expired', subject };
}

/**
 * The one certificate of a chain that issued none of the others. An authority's certificate must never count as the
 * signer's, so undefined is returned unless every other one is an issuer of the chain.
 */
function leafOf(texts: readonly string[]): string | undefined {
  const chain = texts.flatMap((text) => {
    const read = readCertificate(text);
    return read.ok
      ? [{ text, certificate: new X509Certificate(Buffer.from(read.certificate.der, 'base64')) }]
      : [];
  });
  if (chain.length !== texts.length) return undefined;
  const issued = (by: X509Certificate, one: X509Certificate): boolean =>
    one.checkIssued(by) && one.verify(by.publicKey);
  const leaves = chain.filter(
    ({ text, certificate }) =>
      !chain.some((other) => other.text !== text && issued(certificate, other.certificate)),
  );
  return leaves.length === 1 ? leaves[0]?.text : undefined;
}

/**
 * The text of an element that contains nothing else: a comment inside would change the text. Everything else is read
 * from attributes, where no comment can be.
 */
function textOf(element: Element): string {
  let text = '';
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === commentNode) throw new Problem('comment');
    if (node.nodeType === instructionNode) throw new Problem('processing_instruction');
    if (node.nodeType !== textNode) throw new Problem('certificate');
    text += node.nodeValue ?? '';
  }
  return text;
}
