/** The messages of single logout that the service writes (SAML Core §3.7; SAML Profiles §4.4). */
import { minutes } from '@app/contract/fields/durations.ts';

import { escapeXml } from './xml/xml.ts';

/** Who a person is at the provider, letter by letter as its assertion said (SAML Core §8.3). */
export interface SamlName {
  readonly nameId: string;
  readonly format?: string;
  readonly nameQualifier?: string;
  readonly spNameQualifier?: string;
}

/** The session at the provider that a sign-in came from. */
export interface SamlSession extends SamlName {
  /** Missing where the provider named none: then a logout is of all sessions of that name. */
  readonly sessionIndex?: string;
}

interface Message {
  readonly id: string;
  /** The provider's address, as its metadata has it. */
  readonly destination: string;
  readonly spEntityId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** How long a request is good for: it is sent at once. */
const requestLifetime = minutes(5);

const status = 'urn:oasis:names:tc:SAML:2.0:status:Success';

const start = (element: string, { id, destination, now }: Message, more: string): string =>
  `<samlp:${element} xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"` +
  ` xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${escapeXml(id)}" Version="2.0"` +
  ` IssueInstant="${new Date(now).toISOString()}" Destination="${escapeXml(destination)}"${more}>`;

const issuer = ({ spEntityId }: Message): string => `<saml:Issuer>${escapeXml(spEntityId)}</saml:Issuer>`;

/** Asks the provider to end a session of its own. */
export function logoutRequestXml(message: Message, session: SamlSession): string {
  const { nameId, format, nameQualifier, spNameQualifier, sessionIndex } = session;
  const attributes = { NameQualifier: nameQualifier, SPNameQualifier: spNameQualifier, Format: format };
  const written = Object.entries(attributes).map(([name, value]) =>
    value === undefined ? '' : ` ${name}="${escapeXml(value)}"`,
  );
  const until = new Date(message.now + requestLifetime).toISOString();
  return (
    start(
      'LogoutRequest',
      message,
      ` NotOnOrAfter="${until}" Reason="urn:oasis:names:tc:SAML:2.0:logout:user"`,
    ) +
    issuer(message) +
    `<saml:NameID${written.join('')}>${escapeXml(nameId)}</saml:NameID>` +
    (sessionIndex === undefined
      ? ''
      : `<samlp:SessionIndex>${escapeXml(sessionIndex)}</samlp:SessionIndex>`) +
    '</samlp:LogoutRequest>'
  );
}

/** Tells the provider that the sessions which its request named have ended here. */
export const logoutResponseXml = (message: Message, inResponseTo: string): string =>
  start('LogoutResponse', message, ` InResponseTo="${escapeXml(inResponseTo)}"`) +
  issuer(message) +
  `<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status></samlp:LogoutResponse>`;
