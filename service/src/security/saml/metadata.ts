/**
 * Reads the metadata of a company's identity provider (SAML Metadata §2), which an admin uploads. It reads only what the
 * sign-in needs, and only from direct children: extensions and other roles are ignored. It fetches nothing (threat C9)
 * and ignores a signature: the admin who uploads the file vouches for it.
 */
import * as limits from '@app/contract/fields/limits.ts';
import type {
  DroppedPart,
  MetadataProblem,
  SamlConfiguration,
} from '@app/contract/calls/saml-configuration.ts';

import { checkXmlBytes, type XmlFault } from './xml/prescan.ts';
import type { CertificateFacts } from './certificates.ts';
import { addressesOf, addressIn, type AddressRules, Problem } from './metadata-addresses.ts';
import { certificatesOf } from './metadata-certificates.ts';
import { decodeXml } from './xml/decode.ts';
import { childrenOf, elementsIn, is, parseXml } from './xml/xml.ts';

/** The content of a metadata file; `certificates` has those that can be used. */
export interface SamlMetadata extends Omit<SamlConfiguration, 'companyId' | 'certificates'> {
  readonly certificates: readonly CertificateFacts[];
  /** What the file has and cannot be used, for the admin to see. */
  readonly dropped: readonly DroppedPart[];
}

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const entityIdMax = 1024;

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
  'an unknown encoding': 'not_utf8',
  'a character that XML does not know': 'not_xml',
  'a document type': 'doctype',
  'a comment': 'comment',
  'a CDATA section': 'cdata',
  'a processing instruction': 'processing_instruction',
  'an XML declaration of another form': 'xml_declaration',
  'an unknown entity': 'entity',
  'too deep': 'too_deep',
  'too many attributes': 'too_many_attributes',
  'too many elements': 'too_many_elements',
  'an attribute twice': 'not_xml',
  'text outside the root': 'not_xml',
  'not well-formed': 'not_xml',
};

/**
 * Reads a metadata file of at most `limits.samlMax` bytes. Never throws. `now` in milliseconds.
 */
export function readSamlMetadata(
  bytes: Uint8Array,
  { now, ...rules }: AddressRules & { readonly now: number },
): { ok: true; metadata: SamlMetadata } | { ok: false; reason: MetadataProblem } {
  try {
    const provider = identityProviderIn(rootOf(bytes), now);
    const entityId = addressIn(provider.entity, 'entityID');
    if (entityId.length > entityIdMax || !/^[^\s\p{C}]+$/u.test(entityId)) throw new Problem('entity_id');
    const { addresses, logoutDropped } = addressesOf(provider.descriptor, rules);
    const { certificates, dropped } = certificatesOf(provider.descriptor, now);
    if (isDirectoryFile(entityId, certificates)) throw new Problem('directory_file');
    return {
      ok: true,
      metadata: {
        entityId,
        ...addresses,
        certificates,
        dropped: [...dropped, ...(logoutDropped ? [{ reason: 'logout_address' as const }] : [])],
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
  const checked = checkXmlBytes(bytes, limits.samlMax, { metadata: true });
  if (!checked.ok)
    throw new Problem(otherFile(decodeXml(bytes.subarray(0, 4096)) ?? '') ?? problemOfBytes[checked.reason]);
  return parseXml(checked.text);
}

/** Recognizes what is often uploaded or pasted instead of metadata. */
function otherFile(start: string): MetadataProblem | undefined {
  if (/^https?:\/\/\S+$/i.test(start)) return 'address_only';
  if (/^-----BEGIN [A-Z0-9 ]*CERTIFICATE-----/.test(start)) return 'certificate_only';
  return isWebPage.test(start) ? 'web_page' : undefined;
}

const isWebPage = /^(?:<\?xml[^>]*>)?\s*(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html)\b/i;

/**
 * Entra ID has a file for the whole tenant, with Microsoft's own keys, in addition to that of each application: an
 * application signs with its own key, so no sign-in would succeed with the tenant's file.
 */
const isDirectoryFile = (entityId: string, certificates: readonly CertificateFacts[]): boolean =>
  /^https:\/\/sts\.(?:windows\.net|chinacloudapi\.cn)\//i.test(entityId) &&
  (certificates.length > 3 ||
    certificates.some(({ subject }) => subject.includes('CN=accounts.accesscontrol.windows.net')));

interface Provider {
  readonly entity: Element;
  readonly descriptor: Element;
}

/** The only identity provider of the file that speaks SAML 2.0, with its entity. */
function identityProviderIn(root: Element, now: number): Provider {
  const entities = entitiesIn(root, now);
  if (entities.length === 0)
    throw new Problem(root.localName.toLowerCase() === 'html' ? 'web_page' : 'not_metadata');
  const providers = entities.flatMap((entity) =>
    childrenOf(entity, 'metadata', 'IDPSSODescriptor').map((descriptor) => ({ entity, descriptor })),
  );
  if (providers.length === 0) throw new Problem('no_identity_provider');
  const [provider, another] = providers.filter(speaksSaml2);
  if (provider === undefined) throw new Problem('not_saml_2');
  if (another !== undefined) throw new Problem('several_identity_providers');
  for (const element of [provider.entity, provider.descriptor]) refuseExpired(element, now);
  return provider;
}

const speaksSaml2 = ({ descriptor }: Provider): boolean =>
  (descriptor.getAttribute('protocolSupportEnumeration') ?? '').split(/\s+/).includes(protocol);

/** The EntityDescriptor, or those of an EntitiesDescriptor, which may contain others (SAML Metadata §2.3.1). */
function entitiesIn(root: Element, now: number): Element[] {
  if (is(root, 'metadata', 'EntityDescriptor')) return [root];
  if (!is(root, 'metadata', 'EntitiesDescriptor')) return [];
  refuseExpired(root, now);
  return elementsIn(root).flatMap((element) => entitiesIn(element, now));
}

function refuseExpired(element: Element, now: number): void {
  const until = element.getAttribute('validUntil');
  // In this form the condition refuses invalid dates too.
  if (until && !(Date.parse(until) > now)) throw new Problem('metadata_expired');
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
