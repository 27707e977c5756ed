/** Writes single logout messages (SAML Core §3.7; SAML Profiles §4.4). */
import { minutes } from '@app/contract/fields/durations.ts';

import { escapeXml } from './xml/xml.ts';

/** A person's NameID at the provider, exactly as in its assertion (SAML Core §8.3). */
export interface SamlName {
  readonly nameId: string;
  readonly format?: string;
  readonly nameQualifier?: string;
  readonly spNameQualifier?: string;
}

/** The provider's session from which a sign-in came. */
export interface SamlSession extends SamlName {
  /** Missing if the provider gave none: then a logout ends all sessions of that NameID. */
  readonly sessionIndex?: string;
}

interface Message {
  readonly id: string;
  /** The provider's address from its metadata. */
  readonly destination: string;
  readonly spEntityId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The validity of a request: it is sent immediately. */
const requestLifetime = minutes(5);

const status = 'urn:oasis:names:tc:SAML:2.0:status:Success';

const start = (element: string, { id, destination, now }: Message, more: string): string =>
  `<samlp:${element} xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"` +
  ` xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${escapeXml(id)}" Version="2.0"` +
  ` IssueInstant="${new Date(now).toISOString()}" Destination="${escapeXml(destination)}"${more}>`;

const issuer = ({ spEntityId }: Message): string => `<saml:Issuer>${escapeXml(spEntityId)}</saml:Issuer>`;

/** A LogoutRequest: asks the provider to end its session. */
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

/** A LogoutResponse: confirms to the provider that the sessions in its request have ended here. */
export const logoutResponseXml = (message: Message, inResponseTo: string): string =>
  start('LogoutResponse', message, ` InResponseTo="${escapeXml(inResponseTo)}"`) +
  issuer(message) +
  `<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status></samlp:LogoutResponse>`;
