/** Reads the service's requests at the stand-in identity provider (SAML Bindings §3.4, SAML Bindings §3.5). */
import { verify, X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { DOMParser } from '@xmldom/xmldom';

import { checkSigned } from '#security/saml/xml/signature.ts';

export interface AuthnRequest {
  readonly id: string;
  /** The entity id of the service provider. */
  readonly issuer: string;
  /** Where the answer goes: always on our own origin. */
  readonly acsUrl: string;
  readonly relayState: string | undefined;
}

export type ReadRequest =
  { readonly ok: true; readonly request: AuthnRequest } | { readonly ok: false; readonly reason: string };

/** A posted request as a query, which the page of the choice repeats like that of a redirect. */
export const postedQuery = (form: URLSearchParams): string =>
  `posted=&${new URLSearchParams([...form].filter(([name]) => name !== 'posted'))}`;

/** The largest request that is accepted, in bytes after inflating. Ours have less than one kB. */
const requestMax = 16 * 1024;
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

/**
 * Reads the query of `GET …/sso`, or what `postedQuery` makes of a `POST`.
 *
 * @param query as received, without the question mark: the signature of a redirect covers these exact octets
 * @param expected `certificate`: the service provider's, base64 DER; without one the signature is not checked
 */
export function readAuthnRequest(
  query: string,
  expected: { readonly publicUrl: string; readonly certificate: string | undefined },
): ReadRequest {
  const refuse = (reason: string): ReadRequest => ({ ok: false, reason });
  const read = readMessage(query, expected.certificate);
  if ('reason' in read) return refuse(read.reason);
  const { root, issuer, relayState } = read;
  if (root.localName !== 'AuthnRequest') return refuse('It is not a sign-in request.');
  const id = root.getAttribute('ID');
  const acsUrl = root.getAttribute('AssertionConsumerServiceURL');
  if (!id || !acsUrl || !issuer)
    return refuse('Its ID, its issuer or the address for the response is missing.');
  if (!isOwn(acsUrl, expected.publicUrl))
    return refuse('The address for the response belongs to another service.');
  return { ok: true, request: { id, issuer, acsUrl, relayState } };
}

export interface LogoutRequest {
  readonly id: string;
  /** Where the answer goes: always on our own origin. */
  readonly logoutUrl: string;
  readonly relayState: string | undefined;
}

/** Reads the query of `GET …/logout` with the service's LogoutRequest. */
export function readLogoutRequest(
  query: string,
  expected: { readonly publicUrl: string; readonly certificate: string | undefined },
): { readonly ok: true; readonly request: LogoutRequest } | { readonly ok: false; readonly reason: string } {
  const read = readMessage(query, expected.certificate);
  if ('reason' in read) return { ok: false, reason: read.reason };
  const { root, issuer, relayState } = read;
  const id = root.getAttribute('ID');
  const logoutUrl = issuer?.replace(/metadata$/, 'logout') ?? '';
  if (root.localName !== 'LogoutRequest' || !id) return { ok: false, reason: 'It is not a logout request.' };
  if (!isOwn(logoutUrl, expected.publicUrl))
    return { ok: false, reason: 'The address for the response belongs to another service.' };
  return { ok: true, request: { id, logoutUrl, relayState } };
}

/** A signed message of the service, of any type. */
function readMessage(
  query: string,
  certificate: string | undefined,
): { root: Element; issuer: string | undefined; relayState: string | undefined } | { reason: string } {
  const raw = parameters(query);
  const message = raw?.get('SAMLRequest');
  if (raw === undefined || message === undefined) return { reason: 'It has no SAML request.' };
  const posted = raw.has('posted');
  const xml = posted ? Buffer.from(decoded(message), 'base64').toString() : inflated(decoded(message));
  if (xml === undefined) return { reason: 'It cannot be unpacked.' };
  const root = rootOf(xml);
  if (root === undefined) return { reason: 'It is not XML.' };
  const signed = posted ? isSignedInside : isSigned;
  if (certificate !== undefined && !signed(raw, certificate, root))
    return { reason: "Its signature is missing, or not the service's own." };
  const issuer = root.getElementsByTagNameNS('urn:oasis:names:tc:SAML:2.0:assertion', 'Issuer')[0];
  const relayState = raw.get('RelayState');
  return {
    root,
    issuer: issuer?.textContent ?? undefined,
    relayState: relayState === undefined ? undefined : decoded(relayState),
  };
}

/** The raw parameters; undefined if one occurs twice, because that is ambiguous. */
function parameters(query: string): ReadonlyMap<string, string> | undefined {
  const pairs = query
    .split('&')
    .filter(Boolean)
    .map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)] as const);
  const read = new Map(pairs);
  return read.size === pairs.length ? read : undefined;
}

function isSigned(raw: ReadonlyMap<string, string>, certificate: string): boolean {
  const signature = raw.get('Signature');
  if (signature === undefined || decoded(raw.get('SigAlg') ?? '') !== rsaSha256) return false;
  const signed = ['SAMLRequest', 'RelayState', 'SigAlg'].flatMap((name) => {
    const value = raw.get(name);
    return value === undefined ? [] : [`${name}=${value}`];
  });
  const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'));
  return verify(
    'sha256',
    Buffer.from(signed.join('&')),
    publicKey,
    Buffer.from(decoded(signature), 'base64'),
  );
}

function isSignedInside(_: ReadonlyMap<string, string>, certificate: string, root: Element): boolean {
  try {
    checkSigned(root, [certificate]);
    return true;
  } catch {
    return false;
  }
}

function inflated(base64: string): string | undefined {
  try {
    return inflateRawSync(Buffer.from(base64, 'base64'), { maxOutputLength: requestMax }).toString('utf8');
  } catch {
    return undefined;
  }
}

function rootOf(xml: string): Element | undefined {
  if (xml.includes('<!')) return undefined;
  const fail = (): never => {
    throw new Error('not XML');
  };
  try {
    const parser = new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } });
    return parser.parseFromString(xml, 'text/xml').documentElement;
  } catch {
    return undefined;
  }
}

const isOwn = (address: string, publicUrl: string): boolean =>
  address.startsWith(`${publicUrl}/auth/v1/saml/`) && /\/saml\/[\w-]+\/(?:acs|logout)$/.test(address);

/** The value of a query parameter; empty if it is not a string. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return '';
  }
}
