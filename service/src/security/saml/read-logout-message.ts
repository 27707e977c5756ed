/**
 * Verifies and reads a provider's single logout message. It must be signed: over its query (HTTP-Redirect) or in its XML
 * (HTTP-POST). The library accepts unsigned requests, so it is not used here. The signature is checked before the
 * message is inflated, and only signed content is read.
 */
import { verify, X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import * as limits from '@app/contract/fields/limits.ts';
import type { SamlConfiguration } from '@app/contract/calls/saml-configuration.ts';

import type { MessageName } from './binding.ts';
import { checkXmlBytes } from './xml/prescan.ts';
import { validCertificates } from './certificates.ts';
import { checkIssuer } from './response-element.ts';
import type { SamlName } from './logout-messages.ts';
import { invalid, SamlRefusal, unsigned } from './xml/refusal.ts';
import { nameIn } from './assertion.ts';
import { checkMessageStructure } from './xml/structure.ts';
import { checkSigned } from './xml/signature.ts';
import { checkIssueInstant, checkNotOnOrAfter, timeOf } from './xml/times.ts';
import { attributeOf, childrenOf, is, onlyChild, parseXml, textOf } from './xml/xml.ts';

/** A message as received. */
export type IncomingLogout =
  /** `query` without its question mark: the signature covers its exact characters. */
  | { readonly binding: 'redirect'; readonly query: string }
  | { readonly binding: 'post'; readonly form: URLSearchParams };

export type LogoutMessage =
  | {
      readonly kind: 'request';
      readonly id: string;
      readonly name: SamlName;
      /** Empty: all sessions of that NameID. */
      readonly sessionIndexes: readonly string[];
      /** Until when the message is accepted, skew included; ms since the epoch. For the replay store. */
      readonly usableUntil: number;
    }
  | { readonly kind: 'response'; readonly inResponseTo: string; readonly success: boolean };

export interface ExpectedLogout {
  readonly configuration: Pick<SamlConfiguration, 'entityId' | 'certificates'>;
  /** The service's own address that received the message. */
  readonly logoutUrl: string;
  /** ms since the epoch. */
  readonly now: number;
}

export type ReadLogout =
  | { ok: true; message: LogoutMessage; relayState: string | undefined }
  /** `reason` is for the log and contains no personal data. */
  | { ok: false; reason: string };

const signatureHashes: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
};
const names: readonly MessageName[] = ['SAMLRequest', 'SAMLResponse'];
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const idForm = /^[A-Za-z_][\w.-]{0,255}$/;
/** Limits: number of parameters, characters of the base64 text and of a RelayState. */
const longest = { message: Math.ceil((limits.samlMax * 4) / 3) + 4096, relayState: 1024, sessionIndex: 256 };
const mostSessions = 100;

/** Reads a message. Never throws. */
export function readLogoutMessage(sent: IncomingLogout, expected: ExpectedLogout): ReadLogout {
  try {
    const certificates = validCertificates(expected.configuration.certificates, expected.now);
    if (certificates.length === 0) throw invalid('no certificate of the provider that can be used');
    const { name, root, relayState } =
      sent.binding === 'redirect' ? readQuery(sent.query, certificates) : readForm(sent.form, certificates);
    checkEnvelope(root, name, expected);
    const message = name === 'SAMLRequest' ? readRequest(root, expected.now) : readResponse(root);
    return { ok: true, message, relayState };
  } catch (error) {
    if (error instanceof SamlRefusal) return { ok: false, reason: error.message };
    return { ok: false, reason: `unreadable (${error instanceof Error ? error.name : typeof error})` };
  }
}

interface ReadMessage {
  readonly name: MessageName;
  /** From the signed content. */
  readonly root: Element;
  readonly relayState: string | undefined;
}

function readQuery(query: string, certificates: readonly string[]): ReadMessage {
  const raw = new Map<string, string>();
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=');
    const name = at < 0 ? pair : pair.slice(0, at);
    if (raw.has(name)) throw invalid('a parameter twice');
    raw.set(name, at < 0 ? '' : pair.slice(at + 1));
  }
  const name = onlyName((one) => raw.has(one));
  const signature = raw.get('Signature');
  if (signature === undefined) throw unsigned('query');
  const hash = signatureHashes[decoded(raw.get('SigAlg') ?? '')];
  if (hash === undefined) throw invalid('an algorithm that is not allowed in SigAlg');
  const signed = [name, 'RelayState', 'SigAlg'].flatMap((one) => {
    const value = raw.get(one);
    return value === undefined ? [] : [`${one}=${value}`];
  });
  const bytes = Buffer.from(decoded(signature), 'base64');
  const isBy = (certificate: string): boolean => {
    const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'));
    return verify(hash, Buffer.from(signed.join('&')), publicKey, bytes);
  };
  // A signature over a query names no key: an unknown key and a changed message look the same.
  if (!certificates.some(isBy)) throw invalid('unknown key or changed message');
  const relayState = raw.get('RelayState');
  return {
    name,
    root: parseXml(checkedText(inflated(decoded(raw.get(name) ?? '')))),
    relayState:
      relayState === undefined ? undefined : shortRelayState(decoded(relayState.replaceAll('+', ' '))),
  };
}

function readForm(form: URLSearchParams, certificates: readonly string[]): ReadMessage {
  const name = onlyName((one) => form.has(one));
  const relayStates = form.getAll('RelayState');
  if (form.getAll(name).length > 1 || relayStates.length > 1) throw invalid('a parameter twice');
  const base64 = (form.get(name) ?? '').replace(/[ \t\r\n]/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw invalid('not base64');
  const root = parseXml(checkedText(Buffer.from(base64, 'base64')));
  checkMessageStructure(root);
  const [relayState] = relayStates;
  return {
    name,
    root: parseXml(checkSigned(root, certificates).xml),
    relayState: relayState === undefined ? undefined : shortRelayState(relayState),
  };
}

function onlyName(isThere: (name: MessageName) => boolean): MessageName {
  const [name, another] = names.filter(isThere);
  if (name === undefined) throw invalid('no message');
  if (another !== undefined) throw invalid('two messages');
  return name;
}

function inflated(base64: string): Buffer {
  if (base64.length > longest.message) throw invalid('too large');
  try {
    return inflateRawSync(Buffer.from(base64, 'base64'), { maxOutputLength: limits.samlMax });
  } catch {
    throw invalid('cannot be inflated, or is too large');
  }
}

function checkedText(bytes: Buffer): string {
  const checked = checkXmlBytes(bytes, limits.samlMax);
  if (!checked.ok) throw invalid(checked.reason);
  return checked.text;
}

/** Decodes percent signs of a query; a plus stays a plus, as base64 uses it. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw invalid('a query of another form');
  }
}

function shortRelayState(value: string): string {
  if (value.length > longest.relayState) throw invalid('a RelayState that is too long');
  return value;
}

/** Checks issuer, destination and time (SAML Core §3.2). A signed message must name its destination. */
function checkEnvelope(
  root: Element,
  name: MessageName,
  { configuration, logoutUrl, now }: ExpectedLogout,
): void {
  if (!is(root, 'protocol', name === 'SAMLRequest' ? 'LogoutRequest' : 'LogoutResponse'))
    throw invalid('no message of logout');
  if (attributeOf(root, 'Version') !== '2.0') throw invalid('another version');
  if (attributeOf(root, 'Destination') !== logoutUrl) throw invalid('another Destination');
  checkIssuer(onlyChild(root, 'assertion', 'Issuer'), configuration.entityId);
  checkIssueInstant(root, now);
}

function readRequest(root: Element, now: number): LogoutMessage {
  const id = attributeOf(root, 'ID') ?? '';
  if (!idForm.test(id)) throw invalid('an ID of another form');
  const end = timeOf(root, 'NotOnOrAfter');
  if (end !== undefined) checkNotOnOrAfter(end, now);
  const sessionIndexes = childrenOf(root, 'protocol', 'SessionIndex').map(textOf);
  if (sessionIndexes.length > mostSessions) throw invalid('too many sessions');
  if (sessionIndexes.some(({ length }) => length > longest.sessionIndex))
    throw invalid('a SessionIndex that is too long');
  const { usableUntil } = checkIssueInstant(root, now);
  return {
    kind: 'request',
    id,
    name: nameIn(root),
    sessionIndexes,
    usableUntil: usableUntil + limits.clockSkew,
  };
}

function readResponse(root: Element): LogoutMessage {
  const inResponseTo = attributeOf(root, 'InResponseTo');
  if (inResponseTo === undefined) throw invalid('an answer to no request');
  const code = onlyChild(onlyChild(root, 'protocol', 'Status'), 'protocol', 'StatusCode');
  const partial = childrenOf(code, 'protocol', 'StatusCode').length > 0;
  return { kind: 'response', inResponseTo, success: attributeOf(code, 'Value') === success && !partial };
}
