/**
 * A mail's subject, text and HTML out of its kind, language and values. Links are built from PUBLIC_URL alone
 * (threat D6).
 */
import { limits } from '@app/contract/fields/limits.ts';
import type { Language } from '@app/contract/fields/vocabulary.ts';

import { mailColors } from './mail-colors.ts';
import { mailDuration } from './mail-duration.ts';
import { mailHtml, type MailPart } from './mail-html.ts';
import type { MailToCompose, MailValues } from './mail-kinds.ts';
import { type MailParts, mailParts } from './mail-parts.ts';
import { mailTexts, withValues } from './mail-texts.ts';

export interface MailFrame {
  readonly language: Language;
  /** The address that the mail goes to; the mail names it, so that a forwarded one can be told. */
  readonly to: string;
  readonly publicUrl: string;
  readonly reseller: string;
  /** RESELLER_COLOR, `#rrggbb`; undefined: the product's own colours. */
  readonly color?: string | undefined;
  /** Where the mail has the reseller's logo (`cid:`); undefined: the reseller is named in words. */
  readonly logo?: string | undefined;
}

export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** How long what a mail brings is good for, in milliseconds; the kinds that bring nothing have none. */
const lifetimes: { readonly [Kind in keyof MailValues]?: number } = {
  loginCode: limits.codeLifetime,
  passwordReset: limits.resetLinkLifetime,
  newPassword: limits.resetLinkLifetime,
  choosePassword: limits.resetLinkLifetime,
  wrongCodes: limits.resetLinkLifetime,
  identityLink: limits.identityLinkLifetime,
  deviceLink: limits.deviceLinkLifetime,
  invitation: limits.invitationLifetime,
  signUp: limits.signUpLinkLifetime,
  emailChange: limits.emailChangeCodeLifetime,
  emailChangeAsked: limits.emailChangeLifetime,
};

export function composeMail(mail: MailToCompose, frame: MailFrame): ComposedMail {
  const texts = mailTexts[frame.language];
  const lifetime = lifetimes[mail.kind];
  const values: Record<string, string> = {
    reseller: frame.reseller,
    email: frame.to,
    ...(lifetime !== undefined && { duration: mailDuration(lifetime, frame.language) }),
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
    { part: 'paragraph', text: values['name'] ? say(texts.greetingWithName) : say(texts.greeting) },
    ...middle,
    { part: 'paragraph', text: say(texts.regards) },
    { part: 'addresses', text: texts[copyAddress], urls },
    { part: 'soft', text: say(texts.automatic) },
  ];
  const own = texts[mail.kind];
  const subject = say(own.subject);
  const heading = say(own.heading);
  // The subject of a code has the code in it already; what the list of mails adds is how long it is good.
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

/**
 * An address of the product, in the mail's language. One that is not the product's is a fault and throws (threat D6).
 */
function linkOf(address: string, { publicUrl, language }: MailFrame): string {
  const url = new URL(address, publicUrl);
  if (url.origin !== new URL(publicUrl).origin) throw new TypeError('A mail links to the product alone.');
  url.searchParams.set('lng', language);
  return url.href;
}

/** Values that were typed by a person other than the reader of the mail. */
const typedByPeople: ReadonlySet<string> = new Set(['name', 'company', 'inviter']);

/**
 * What a person typed, as another person's mail may show it: on one line, and not as an address that mail
 * programs make a link of, for anybody can sign up with a company called `win-a-phone.example`.
 */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/([.:/@])(?=\S)/g, '$1\u2060')
    .trim();

/** The first sentence that says what the mail is about. */
const introOf = ([first]: readonly MailPart[]): string | undefined =>
  first !== undefined && 'text' in first ? first.text : undefined;

/** The paragraphs of a part in plain text. Programs that look for a code find its digits in one run. */
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
    case 'soft':
      return [part.text];
  }
}
