/**
 * Decrypts assertions (XML Encryption 1.1). Our certificate is public, so anybody can encrypt for us: the decrypted
 * content is as untrusted as the rest of the message.
 */
import { constants, createDecipheriv, type KeyObject, privateDecrypt } from 'node:crypto';

import { limits } from '@app/contract/fields/limits.ts';

import { checkXmlBytes } from './prescan.ts';
import { invalid } from './refusal.ts';
import { checkStructure } from './structure.ts';
import { allElements, attributeOf, is, onlyChild, parseXml, textOf } from './xml.ts';

// Only OAEP: PKCS#1 v1.5 leaks the key to an attacker with many tries (Bleichenbacher). OAEP's hash is SHA-1 by the
// standard's default, which is safe there.
const keyTransport = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';
const sha1 = 'http://www.w3.org/2000/09/xmldsig#sha1';
const gcm = {
  'http://www.w3.org/2009/xmlenc11#aes128-gcm': 'aes-128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm': 'aes-256-gcm',
} as const;
const cbc = {
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc': 'aes-128-cbc',
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
 * Decrypts an EncryptedAssertion. CBC has no integrity: whoever can change the bytes and watch the outcome reads the
 * content (Jager and Somorovsky, 2011). CBC is therefore accepted only in a signed response, whose signature the caller
 * has checked before.
 */
export function decryptAssertion(
  encrypted: Element,
  keys: readonly KeyObject[],
  answerSigned: boolean,
): DecryptedAssertion {
  if (keys.length === 0) throw invalid('encrypted, and there is no key');
  const all = [...allElements(encrypted)];
  const only = (name: string) => {
    const found = all.filter((element) => element.localName === name);
    if (found.length !== 1 || !is(found[0] as Element, 'encryption', name)) throw invalid(`not one ${name}`);
    return found[0] as Element;
  };
  const data = only('EncryptedData');
  const wrapped = only('EncryptedKey');
  if (data.parentNode !== encrypted) throw invalid('EncryptedData in another place');

  const transport = onlyChild(wrapped, 'encryption', 'EncryptionMethod');
  if (attributeOf(transport, 'Algorithm') !== keyTransport)
    throw invalid('a key transport that is not allowed');
  const digest = [...allElements(transport)].find(({ localName }) => localName === 'DigestMethod');
  if (digest !== undefined && attributeOf(digest, 'Algorithm') !== sha1)
    throw invalid('another hash in OAEP');

  const algorithm = attributeOf(onlyChild(data, 'encryption', 'EncryptionMethod'), 'Algorithm') ?? '';
  const bytes = cipherValue(data);
  const blocks = nameIn(cbc, algorithm);
  if (blocks !== undefined) {
    if (!answerSigned) throw invalid('CBC without a signature of the answer');
    return checkedContent(decryptBlocks(blocks, bytes, unwrap(keys, cipherValue(wrapped))));
  }
  const cipher = nameIn(gcm, algorithm);
  if (cipher === undefined) throw invalid('an encryption that is not allowed');
  return checkedContent(decrypt(cipher, bytes, unwrap(keys, cipherValue(wrapped))));
}

const nameIn = <Name extends string>(
  names: Readonly<Record<string, Name>>,
  algorithm: string,
): Name | undefined => (Object.hasOwn(names, algorithm) ? names[algorithm] : undefined);

/** Parses the decrypted XML with the same checks as the message around it. */
function checkedContent(bytes: Buffer): DecryptedAssertion {
  const checked = checkXmlBytes(bytes, limits.samlMax);
  if (!checked.ok) throw invalid(`within the encryption: ${checked.reason}`);
  const root = parseXml(checked.text);
  if (!is(root, 'assertion', 'Assertion')) throw invalid('something else was encrypted');
  checkStructure(root);
  return { text: checked.text, root };
}

function cipherValue(parent: Element): Buffer {
  const value = textOf(onlyChild(onlyChild(parent, 'encryption', 'CipherData'), 'encryption', 'CipherValue'));
  return Buffer.from(value, 'base64');
}

/** By the key for which it was wrapped: OAEP tells a wrong key. */
function unwrap(keys: readonly KeyObject[], bytes: Buffer): Buffer {
  for (const key of keys) {
    try {
      return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' }, bytes);
    } catch {
      // The next one may be right.
    }
  }
  throw invalid('not encrypted for us');
}

function decrypt(cipher: 'aes-128-gcm' | 'aes-256-gcm', bytes: Buffer, key: Buffer): Buffer {
  try {
    const engine = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes.gcm), { authTagLength: tagBytes });
    engine.setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([engine.update(bytes.subarray(ivBytes.gcm, -tagBytes)), engine.final()]);
  } catch {
    throw invalid('not encrypted for us');
  }
}

/** The last byte is the padding's length; the other padding bytes can be anything (XML Encryption §5.2). */
function decryptBlocks(cipher: 'aes-128-cbc' | 'aes-256-cbc', bytes: Buffer, key: Buffer): Buffer {
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
