/**
 * Composes an email's subject, text and HTML from its kind, language and values. Links are built from PUBLIC_URL only
 * (threat D6).
 */
import { temporaryPassLifetime } from '@app/contract/dashboard/user-sessions.ts';
import * as limits from '@app/contract/fields/limits.ts';
import { linkLifetimes } from '@app/contract/fields/link-lifetimes.ts';
import type { Language } from '@app/contract/fields/vocabulary.ts';

import { mailColors } from './mail-colors.ts';
import { mailDay, mailDuration, mailTime } from './mail-times.ts';
import { mailHtml, type MailPart } from './mail-html.ts';
import type { MailToCompose, MailValues } from './mail-kinds.ts';
import { type MailParts, mailParts } from './mail-parts.ts';
import { serviceTexts, withValues } from '#texts/service-texts.ts';

export interface MailFrame {
  readonly language: Language;
  /** The recipient. The email names it, so that a forwarded email can be recognised. */
  readonly to: string;
  readonly publicUrl: string;
  readonly reseller: string;
  /** RESELLER_COLOR, `#rrggbb`; undefined: the product's own colours. */
  readonly color?: string | undefined;
  /** The address of the reseller's logo in the email (`cid:`); undefined: the email contains the name instead. */
  readonly logo?: string | undefined;
}

export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** How long an email's link or code is valid, in milliseconds; undefined for kinds without one. */
const lifetimes: { readonly [Kind in keyof MailValues]?: number } = {
  loginCode: limits.codeLifetime,
  passwordReset: linkLifetimes.reset,
  newPassword: linkLifetimes.reset,
  choosePassword: linkLifetimes.reset,
  factorChanged: temporaryPassLifetime,
  temporaryPassGiven: temporaryPassLifetime,
  wrongCodes: linkLifetimes.reset,
  identityLink: linkLifetimes.identity,
  deviceLink: linkLifetimes.device,
  newDevice: linkLifetimes.newDevice,
  passkeyAdded: linkLifetimes.passkey,
  invitation: linkLifetimes.invitation,
  signUp: linkLifetimes.signUp,
  emailChange: linkLifetimes.emailChangeCode,
  emailChangeAsked: linkLifetimes.emailChange,
};

export function composeMail(mail: MailToCompose, frame: MailFrame): ComposedMail {
  const texts = serviceTexts[frame.language].mails;
  const lifetime = lifetimes[mail.kind];
  const values: Record<string, string> = {
    reseller: frame.reseller,
    email: frame.to,
    ...(lifetime !== undefined && { duration: mailDuration(lifetime, frame.language) }),
    ...('askedAt' in mail.values && { time: mailTime(Number(mail.values.askedAt), frame.language) }),
    ...('from' in mail.values && { day: mailDay(Number(mail.values.from), frame.language) }),
  };
  for (const [name, value] of Object.entries<string>(mail.values)) {
    values[name] = typedByPeople.has(name) ? oneLine(value) : value;
  }
  const say = (text: string): string => withValues(text, values);

  const partsOf = mailParts[mail.kind] as (values: MailToCompose['values'], parts: MailParts) => MailPart[];
  const middle = partsOf(mail.values, { texts, say, link: (address) => linkOf(address, frame) });
  const urls = middle.flatMap((part) => ('url' in part ? [part.url] : []));
  const copyAddress =
    urls.length === 1 && middle.some(({ part }) => part === 'action') ? 'copyLink' : 'copyLinks';
  const parts: MailPart[] = [
    // Nobody is greeted by a lone 'Hello,'.
    ...(values['name'] ? [{ part: 'paragraph' as const, text: say(texts.greeting) }] : []),
    ...middle,
    { part: 'paragraph', text: say(texts.regards) },
    { part: 'addresses', text: texts[copyAddress], urls },
    ...(values['supportCode']
      ? [{ part: 'supportCode' as const, text: say(texts.supportCode), code: values['supportCode'] }]
      : []),
    { part: 'soft', text: say(texts.automatic) },
  ];
  const own = texts[mail.kind];
  const subject = say(own.subject);
  const heading = say(own.heading);
  // The subject already contains the code; the preheader adds how long it is valid.
  const preheader = mail.kind === 'loginCode' ? say(texts.loginCode.validity) : (introOf(middle) ?? heading);
  return {
    subject,
    text: [heading, ...parts.flatMap(asText)].join('\n\n') + '\n',
    html: mailHtml({
      language: frame.language,
      subject,
      preheader,
      heading,
      reseller: frame.reseller,
      logo: frame.logo,
      colors: mailColors(frame.color),
      parts,
    }),
  };
}

/** An address of the product, in the email's language. Throws for an address of another origin (threat D6). */
function linkOf(address: string, { publicUrl, language }: MailFrame): string {
  const url = new URL(address, publicUrl);
  if (url.origin !== new URL(publicUrl).origin) throw new TypeError('A mail links to the product alone.');
  url.searchParams.set('lng', language);
  return url.href;
}

/** Values that a person other than the reader typed. */
const typedByPeople: ReadonlySet<string> = new Set(['name', 'company', 'inviter', 'passkey']);

/**
 * Text typed by another person, made safe for an email: on one line, and not as an address that mail programs turn into
 * a link, because anyone can sign up with a company called `win-a-phone.example`.
 */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/([.:/@])(?=\S)/g, '$1\u2060')
    .trim();

/** The first sentence about the email's subject. */
const introOf = ([first]: readonly MailPart[]): string | undefined =>
  first !== undefined && 'text' in first ? first.text : undefined;

/** A block's paragraphs in plain text. A code's digits are in a row, so that programs find it. */
function asText(part: MailPart): string[] {
  switch (part.part) {
    case 'action':
      return [`${part.label}\n${part.url}`];
    case 'link':
      return [`${part.text}\n${part.url}`];
    case 'addresses':
      return [];
    case 'code':
      return [`    ${part.text}`];
    case 'paragraph':
    case 'strong':
    case 'supportCode':
    case 'soft':
      return [part.text];
  }
}
