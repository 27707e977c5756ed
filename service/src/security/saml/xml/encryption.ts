/**
 * Decrypts assertions (XML Encryption 1.1). Our certificate is public, so anyone can encrypt for us: the decrypted
 * content is as untrusted as the rest of the message.
 */
import { constants, createDecipheriv, type KeyObject, privateDecrypt } from 'node:crypto';

import * as limits from '@app/contract/fields/limits.ts';

import { checkXmlBytes } from './prescan.ts';
import { invalid, SamlRefusal } from './refusal.ts';
import { checkStructure } from './structure.ts';
import { allElements, attributeOf, elementsIn, is, onlyChild, parseXml, textOf } from './xml.ts';

// Only OAEP: PKCS#1 v1.5 leaks the key to an attacker with many tries (Bleichenbacher). OAEP's hash may be SHA-1, which is
// safe there. It is the default of the digest and of MGF1 alike (XML Encryption §5.5.2).
const sha1 = 'http://www.w3.org/2000/09/xmldsig#sha1';
const digests = {
  [sha1]: 'sha1',
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
} as const;
const mgf1Sha1 = 'http://www.w3.org/2009/xmlenc11#mgf1sha1';
const mgf1 = {
  [mgf1Sha1]: 'sha1',
  'http://www.w3.org/2009/xmlenc11#mgf1sha256': 'sha256',
  'http://www.w3.org/2009/xmlenc11#mgf1sha384': 'sha384',
  'http://www.w3.org/2009/xmlenc11#mgf1sha512': 'sha512',
} as const;
const oaep = 'http://www.w3.org/2009/xmlenc11#rsa-oaep';
/** XML Encryption 1.0: MGF1 is always with SHA-1. */
const oaepWithSha1 = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';
/** A provider may encrypt the key for several recipients; every try costs an RSA operation. */
const mostKeys = 4;
const gcm = {
  'http://www.w3.org/2009/xmlenc11#aes128-gcm': 'aes-128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes192-gcm': 'aes-192-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm': 'aes-256-gcm',
} as const;
const cbc = {
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc': 'aes-128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes192-cbc': 'aes-192-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc': 'aes-256-cbc',
} as const;
const ivBytes = { gcm: 12, cbc: 16 };
const tagBytes = 16;
const blockBytes = 16;

/** A decrypted assertion whose structure was checked. */
export interface DecryptedAssertion {
  readonly text: string;
  readonly root: Element;
}

/**
 * Decrypts an EncryptedAssertion. CBC has no integrity: an attacker who can change the bytes and observe the outcome
 * can read the content (Jager and Somorovsky, 2011). CBC is therefore accepted only in a signed response, whose
 * signature the caller has checked before.
 */
export function decryptAssertion(
  encrypted: Element,
  keys: readonly KeyObject[],
  answerSigned: boolean,
): DecryptedAssertion {
  if (keys.length === 0) throw invalid('encrypted, and there is no key');
  const all = [...allElements(encrypted)];
  const named = (name: string) => all.filter((element) => is(element, 'encryption', name));
  const [data, another] = named('EncryptedData');
  if (data === undefined || another !== undefined) throw invalid('not one EncryptedData');
  if (data.parentNode !== encrypted) throw invalid('EncryptedData in another place');
  const wrapped = named('EncryptedKey');
  if (wrapped.length === 0) throw invalid('no EncryptedKey');
  if (wrapped.length > mostKeys) throw invalid('too many EncryptedKeys');

  const method = onlyChild(data, 'encryption', 'EncryptionMethod');
  const algorithm = attributeOf(method, 'Algorithm') ?? '';
  const [blocks, cipher] = [nameIn(cbc, algorithm), nameIn(gcm, algorithm)];
  if (blocks !== undefined && !answerSigned) throw invalid('CBC without a signature of the answer');
  const bytes = cipherValue(data);
  if (blocks !== undefined) return checkedContent(decryptBlocks(blocks, bytes, unwrapFirst(wrapped, keys)));
  if (cipher !== undefined) return checkedContent(decrypt(cipher, bytes, unwrapFirst(wrapped, keys)));
  throw invalid('an encryption that is not allowed', {
    expected: Object.keys(gcm).join(' '),
    received: algorithm,
  });
}

const nameIn = <Name extends string>(
  names: Readonly<Record<string, Name>>,
  algorithm: string,
): Name | undefined => (Object.hasOwn(names, algorithm) ? names[algorithm] : undefined);

/** Parses the decrypted XML with the same checks as the message around it. */
function checkedContent(bytes: Buffer): DecryptedAssertion {
  const checked = checkXmlBytes(bytes, limits.samlMax);
  if (!checked.ok) throw invalid(checked.reason);
  const root = parseXml(checked.text);
  if (!is(root, 'assertion', 'Assertion')) throw invalid('something else was encrypted');
  checkStructure(root);
  return { text: checked.text, root };
}

function cipherValue(parent: Element): Buffer {
  const value = textOf(onlyChild(onlyChild(parent, 'encryption', 'CipherData'), 'encryption', 'CipherValue'));
  return Buffer.from(value, 'base64');
}

/** The content's key, from the first EncryptedKey that is for us. Refuses with the reason of the last one. */
function unwrapFirst(wrapped: readonly Element[], keys: readonly KeyObject[]): Buffer {
  let refusal = invalid('not encrypted for us');
  for (const element of wrapped) {
    try {
      return unwrap(element, keys);
    } catch (error) {
      if (!(error instanceof SamlRefusal)) throw error;
      refusal = error;
    }
  }
  throw refusal;
}

/** By the key for which it was wrapped: OAEP tells a wrong key. */
function unwrap(wrapped: Element, keys: readonly KeyObject[]): Buffer {
  const oaepHash = oaepHashOf(onlyChild(wrapped, 'encryption', 'EncryptionMethod'));
  const bytes = cipherValue(wrapped);
  for (const key of keys) {
    try {
      return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash }, bytes);
    } catch {
      // The next one may be right.
    }
  }
  throw invalid('not encrypted for us');
}

/** The hash of digest and MGF1. Node has one setting for both, so two different ones are refused. */
function oaepHashOf(method: Element): string {
  const received = attributeOf(method, 'Algorithm') ?? '';
  if (received !== oaep && received !== oaepWithSha1)
    throw invalid('a key transport that is not allowed', { expected: `${oaep} ${oaepWithSha1}`, received });
  const written = (name: string) => {
    const found = elementsIn(method).find(({ localName }) => localName === name);
    return found && (attributeOf(found, 'Algorithm') ?? '');
  };
  const digest = written('DigestMethod') ?? sha1;
  const mask = (received === oaep ? written('MGF') : undefined) ?? mgf1Sha1;
  const hash = nameIn(digests, digest);
  if (hash === undefined || hash !== nameIn(mgf1, mask))
    throw invalid('another hash in OAEP', {
      expected: 'http://www.w3.org/2001/04/xmlenc#sha256 http://www.w3.org/2009/xmlenc11#mgf1sha256',
      received: `${digest} ${mask}`,
    });
  return hash;
}

function decrypt(cipher: (typeof gcm)[keyof typeof gcm], bytes: Buffer, key: Buffer): Buffer {
  try {
    const engine = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes.gcm), { authTagLength: tagBytes });
    engine.setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([engine.update(bytes.subarray(ivBytes.gcm, -tagBytes)), engine.final()]);
  } catch {
    throw invalid('not encrypted for us');
  }
}

/** The last byte is the padding's length; the other padding bytes can be anything (XML Encryption §5.2). */
function decryptBlocks(cipher: (typeof cbc)[keyof typeof cbc], bytes: Buffer, key: Buffer): Buffer {
  let text: Buffer;
  try {
    const engine = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes.cbc)).setAutoPadding(false);
    text = Buffer.concat([engine.update(bytes.subarray(ivBytes.cbc)), engine.final()]);
  } catch {
    throw invalid('not encrypted for us');
  }
  const filled = text.at(-1) ?? 0;
  if (filled < 1 || filled > blockBytes || filled > text.length) throw invalid('not encrypted for us');
  return text.subarray(0, -filled);
}
