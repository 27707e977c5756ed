/** Which domains a company can claim, and what its DNS must contain for it. */
import { domainToUnicode } from 'node:url';
import { getDomain } from 'tldts';
import type { Domain } from '@app/contract/dashboard/single-sign-on.ts';

import { newHandle } from '#security/tokens/handles.ts';
import type { Settings } from '#settings/config.ts';
import type { DomainClaim } from '#store/dashboard/single-sign-on/domain-claims.ts';

/** The name of the TXT record of a domain: below the domain, where no other record exists. */
export const recordName = (domain: string, { dnsName }: Pick<Settings, 'dnsName'>): string =>
  `_${dnsName}.${domain}`;

/** A new value for a record: 256 random bits, so that nobody else's record can be mistaken for it. */
export const newRecordValue = ({ dnsName }: Pick<Settings, 'dnsName'>): string =>
  `${dnsName}-verification=${newHandle()}`;

/** Mail providers whose name is theirs in every country: `yahoo.de`, `hotmail.co.uk`. */
const everywhere: ReadonlySet<string> = new Set(
  'aol gmail gmx googlemail hotmail hushmail icloud outlook proton protonmail tutanota yahoo yandex ymail'.split(
    ' ',
  ),
);
/** Other domains in which anyone can get an address. */
const publicMail: ReadonlySet<string> = new Set(
  `live.com live.de live.fr live.it live.nl live.no live.co.uk msn.com me.com mac.com mail.com email.com inbox.com
  rocketmail.com rediffmail.com fastmail.com fastmail.fm hey.com zoho.com pm.me duck.com tuta.com tuta.io att.net
  sbcglobal.net comcast.net verizon.net cox.net earthlink.net bellsouth.net btinternet.com sky.com talktalk.net
  ntlworld.com bigpond.com web.de t-online.de freenet.de arcor.de online.de mailbox.org posteo.de posteo.net
  orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr libero.it virgilio.it tiscali.it alice.it tin.it
  telenet.be skynet.be ziggo.nl planet.nl bluewin.ch hispeed.ch chello.at terra.es telefonica.net terra.com.br
  uol.com.br bol.com.br telia.com online.no broadpark.no naver.com hanmail.net daum.net qq.com 163.com 126.com
  sina.com sina.cn mail.ru bk.ru list.ru inbox.ru rambler.ru ya.ru wp.pl o2.pl onet.pl seznam.cz abv.bg`.split(
    /\s+/,
  ),
);

/** Why a domain cannot be claimed, or undefined: it is a suffix such as `co.uk`, or anyone can get an address there. */
export function unclaimable(domain: string): 'is_public_suffix' | 'is_public_mail' | undefined {
  // Unknown suffixes count as one label, so that `.test` and names of private networks work.
  const registrable = getDomain(domain, { allowPrivateDomains: true });
  if (registrable === null) return 'is_public_suffix';
  const [label = ''] = registrable.split('.', 1);
  return everywhere.has(label) || publicMail.has(registrable) ? 'is_public_mail' : undefined;
}

/** A claim as the wire writes it. */
export function toDomain(claim: DomainClaim, settings: Pick<Settings, 'dnsName'>): Domain {
  const { domain, value, verifiedAt, checkedAt, lostAt, problem, found } = claim;
  const unicode = domainToUnicode(domain);
  return {
    domain,
    ...(unicode !== '' && unicode !== domain && { unicode }),
    state: verifiedAt === undefined ? 'pending' : lostAt === undefined ? 'verified' : 'lost',
    record: { type: 'TXT', name: recordName(domain, settings), value },
    ...(verifiedAt !== undefined && { verifiedAt }),
    ...(checkedAt !== undefined && { checkedAt }),
    ...(lostAt !== undefined && { lostAt }),
    ...(problem !== undefined && { problem, found: [...found] }),
  };
}
