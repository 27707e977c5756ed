/**
 * Reads the metadata of a company's identity provider (SAML Metadata §2), which an admin uploads. It reads only what the
 * sign-in needs, and only from direct children: extensions and other roles are ignored. It fetches nothing (threat C9)
 * and ignores a signature: the admin who uploads the file vouches for it.
 */
import { limits } from '@app/contract/fields/limits.ts';
import type { MetadataProblem, SamlConfiguration } from '@app/contract/calls/saml-configuration.ts';

import { checkXmlBytes, type XmlFault } from './xml/prescan.ts';
import { type CertificateFacts, readCertificate } from './certificates.ts';
import { childrenOf, is, parseXml } from './xml/xml.ts';

/** The content of a metadata file; `certificates` has those that have not expired. */
export interface SamlMetadata extends Omit<SamlConfiguration, 'companyId' | 'certificates'> {
  readonly certificates: readonly CertificateFacts[];
}

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const postBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';

// The DOM's node types.
const textNode = 3;
const commentNode = 8;

const addressMax = 2048;
const entityIdMax = 1024;
const certificatesMax = 2;

/**
 * Attributes that contain an email, the preferred first: the names in Entra ID and ADFS, LDAP and others. The last
 * segment of a name must match as a whole: people may change their `recoveryEmail` themselves.
 */
const emailAttributes = [
  /^http:\/\/schemas\.xmlsoap\.org\/ws\/2005\/05\/identity\/claims\/emailaddress$/i,
  /^urn:oid:0\.9\.2342\.19200300\.100\.1\.3$/,
  /(?:^|[/:.#])e-?mail-?address$/i,
  /(?:^|[/:.#])e-?mail$/i,
  /(?:^|[/:.#])mail$/i,
];

const problemOfBytes: Record<XmlFault, MetadataProblem> = {
  empty: 'is_required',
  'too large': 'too_large',
  'not UTF-8': 'not_utf8',
  'a character that XML does not know': 'not_xml',
  'a document type': 'doctype',
  'a comment': 'comment',
  'a CDATA section': 'cdata',
  'a processing instruction': 'processing_instruction',
  'an unknown entity': 'entity',
  'too deep': 'too_deep',
  'too many attributes': 'too_many_attributes',
  'too many elements': 'too_large',
  'an attribute twice': 'not_xml',
  'text outside the root': 'not_xml',
  'not well-formed': 'not_xml',
};

/** Thrown and caught in this file only. */
class Problem extends Error {
  readonly reason: MetadataProblem;
  constructor(reason: MetadataProblem) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Reads a metadata file of at most `limits.samlMax` bytes. Never throws. `development` allows http addresses on this
 * machine; `now` in milliseconds.
 */
export function readSamlMetadata(
  bytes: Uint8Array,
  { development, now }: { development: boolean; now: number },
): { ok: true; metadata: SamlMetadata } | { ok: false; reason: MetadataProblem } {
  try {
    const provider = identityProviderIn(rootOf(bytes), now);
    const entityId = provider.entity.getAttribute('entityID') ?? '';
    if (entityId.length > entityIdMax || !/^[^\s\p{C}]+$/u.test(entityId)) throw new Problem('entity_id');
    return {
      ok: true,
      metadata: {
        entityId,
        ...addressesOf(provider.descriptor, development),
        certificates: certificatesOf(provider.descriptor, now),
        emailAttribute: emailAttributeOf(provider.descriptor),
      },
    };
  } catch (error) {
    if (error instanceof Problem) return { ok: false, reason: error.reason };
    // The parser gave up.
    return { ok: false, reason: 'not_xml' };
  }
}

function rootOf(bytes: Uint8Array): Element {
  // Entra ID and ADFS write a byte order mark.
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const checked = checkXmlBytes(marked ? bytes.subarray(3) : bytes, limits.samlMax, { comments: true });
  if (!checked.ok) throw new Problem(problemOfBytes[checked.reason]);
  return parseXml(checked.text);
}

/** The only identity provider of the file, with its entity. */
function identityProviderIn(root: Element, now: number): { entity: Element; descriptor: Element } {
  const entities = entitiesIn(root, now);
  if (entities.length === 0) throw new Problem('not_metadata');
  const providers = entities.flatMap((entity) =>
    childrenOf(entity, 'metadata', 'IDPSSODescriptor').map((descriptor) => ({ entity, descriptor })),
  );
  const [provider, another] = providers;
  if (provider === undefined) throw new Problem('no_identity_provider');
  if (another !== undefined) throw new Problem('several_identity_providers');
  const { entity, descriptor } = provider;
  for (const element of [entity, descriptor]) refuseExpired(element, now);
  const protocols = (descriptor.getAttribute('protocolSupportEnumeration') ?? '').split(/\s+/);
  if (!protocols.includes(protocol)) throw new Problem('not_saml_2');
  return provider;
}

/** The EntityDescriptor, or the direct children of an EntitiesDescriptor. */
function entitiesIn(root: Element, now: number): Element[] {
  if (is(root, 'metadata', 'EntityDescriptor')) return [root];
  if (!is(root, 'metadata', 'EntitiesDescriptor')) return [];
  refuseExpired(root, now);
  return childrenOf(root, 'metadata', 'EntityDescriptor');
}

function refuseExpired(element: Element, now: number): void {
  const until = element.getAttribute('validUntil');
  // In this form the condition refuses invalid dates too.
  if (until && !(Date.parse(until) > now)) throw new Problem('metadata_expired');
}

function addressesOf(
  descriptor: Element,
  development: boolean,
): Pick<SamlConfiguration, 'ssoUrl' | 'logoutUrl' | 'logoutBinding' | 'logoutResponseUrl'> {
  const [login] = locationsOf(descriptor, 'SingleSignOnService', redirectBinding);
  if (login === undefined) throw new Problem('no_redirect_address');
  if (!isGoodAddress(login.location, development)) throw new Problem('login_address');
  const [byRedirect] = locationsOf(descriptor, 'SingleLogoutService', redirectBinding);
  const [byPost] = locationsOf(descriptor, 'SingleLogoutService', postBinding);
  const logout = byRedirect ?? byPost;
  for (const address of [logout?.location, logout?.responses]) {
    if (address !== undefined && !isGoodAddress(address, development)) throw new Problem('logout_address');
  }
  return {
    ssoUrl: login.location,
    logoutUrl: logout?.location,
    ...(logout !== undefined && byRedirect === undefined && { logoutBinding: 'post' }),
    ...(logout?.responses !== undefined && { logoutResponseUrl: logout.responses }),
  };
}

/** The addresses of a binding; `responses` if responses have their own address (SAML Metadata §2.2.2). */
const locationsOf = (
  descriptor: Element,
  name: string,
  binding: string,
): { location: string; responses: string | undefined }[] =>
  childrenOf(descriptor, 'metadata', name)
    .filter((service) => service.getAttribute('Binding') === binding)
    .map((service) => ({
      location: service.getAttribute('Location') ?? '',
      responses: service.getAttribute('ResponseLocation') || undefined,
    }));

/**
 * Accepts https, and in development http to this machine. Refuses credentials, fragments, spaces and backslashes, so
 * that every reader understands the address in the same way.
 */
function isGoodAddress(address: string, development: boolean): boolean {
  if (address.length > addressMax || !/^https?:\/\/[^/]/i.test(address)) return false;
  if (!/^[\x21-\x7e]+$/.test(address) || /[\\"<>^`{|}]/.test(address)) return false;
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '' || address.includes('#')) return false;
  if (/^https?:\/\/[^/?]*@/i.test(address)) return false;
  return url.protocol === 'https:' || (development && isLoopback(url.hostname));
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);

/** The signing certificates without duplicates and expired ones: two while the provider rotates its key. */
function certificatesOf(descriptor: Element, now: number): CertificateFacts[] {
  const all = new Map<string, CertificateFacts>();
  for (const key of childrenOf(descriptor, 'metadata', 'KeyDescriptor')) {
    const use = key.getAttribute('use') ?? '';
    if (use !== '' && use !== 'signing') continue;
    const texts = childrenOf(key, 'signature', 'KeyInfo')
      .flatMap((info) => childrenOf(info, 'signature', 'X509Data'))
      .flatMap((data) => childrenOf(data, 'signature', 'X509Certificate'))
      .map(textOf);
    // In a chain the signing certificate is ambiguous, and an authority's certificate must never count as it.
    if (new Set(texts).size > 1) throw new Problem('several_certificates_in_a_key');
    for (const text of texts) {
      const read = readCertificate(text);
      if (!read.ok) throw new Problem(read.reason);
      all.set(read.certificate.der, read.certificate);
    }
  }
  if (all.size === 0) throw new Problem('no_certificate');
  const live = [...all.values()].filter(({ notAfter }) => notAfter > now);
  if (live.length === 0) throw new Problem('certificates_expired');
  if (live.length > certificatesMax) throw new Problem('too_many_certificates');
  return live;
}

/**
 * The text of an element that contains nothing else: a comment inside would change the text. Everything else is read
 * from attributes, where no comment can be.
 */
function textOf(element: Element): string {
  let text = '';
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === commentNode) throw new Problem('comment');
    if (node.nodeType !== textNode) throw new Problem('certificate');
    text += node.nodeValue ?? '';
  }
  return text;
}

/** The advertised attribute that most likely contains the email; undefined: none, so the NameID is used. */
function emailAttributeOf(descriptor: Element): string | undefined {
  const names = childrenOf(descriptor, 'assertion', 'Attribute')
    .map((attribute) => attribute.getAttribute('Name') ?? '')
    .filter(canNameAttribute);
  for (const kind of emailAttributes) {
    const name = names.find((one) => kind.test(one));
    if (name !== undefined) return name;
  }
  return undefined;
}

/** True for a possible attribute name: one line of at most 256 characters, without outer spaces. */
export const canNameAttribute = (name: string): boolean =>
  name.length <= 256 && name === name.trim() && /^[^\p{C}]+$/u.test(name);
