/** A mail's subject, text and HTML out of its kind, language and values. Links are built from PUBLIC_URL alone (D6). */
import { limits } from '@app/contract/limits.ts';
import type { Language } from '@app/contract/vocabulary.ts';

import { mailHtml } from './mail-html.ts';
import { mailTexts, withValues } from './mail-texts.ts';

export type MailToCompose =
  | { readonly kind: 'loginCode'; readonly values: { readonly code: string; readonly name?: string } }
  | { readonly kind: 'refreshReuse'; readonly values: { readonly name?: string } }
  | {
      readonly kind: 'signInMethod';
      readonly values: { readonly method: 'password' | 'google' | 'saml'; readonly name?: string };
    };

export interface MailFrame {
  readonly language: Language;
  /** The address that the mail goes to; the mail names it, so that a forwarded one can be told. */
  readonly to: string;
  readonly publicUrl: string;
  readonly reseller: string;
}

export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** One part of a mail. `code` is shown large; `action` is a link that looks like a button. */
export type MailPart =
  | { readonly part: 'paragraph' | 'strong' | 'code' | 'soft'; readonly text: string }
  | { readonly part: 'action'; readonly text: string; readonly url: string };

export function composeMail(mail: MailToCompose, frame: MailFrame): ComposedMail {
  const texts = mailTexts[frame.language];
  const values = {
    ...mail.values,
    reseller: frame.reseller,
    email: frame.to,
    minutes: String(limits.codeLifetime / 60_000),
  };
  const say = (text: string): string => withValues(text, values);
  const name = mail.values.name?.trim();
  const login = `${frame.publicUrl}/login?lng=${frame.language}`;

  const parts: MailPart[] = [
    { part: 'paragraph', text: name ? say(texts.greetingWithName) : say(texts.greeting) },
    ...middleOf(mail, say, login, texts),
    { part: 'paragraph', text: say(texts.regards) },
    { part: 'soft', text: say(texts.automatic) },
  ];
  const own = texts[mail.kind];
  const subject = say(own.subject);
  const heading = say(own.heading);
  return {
    subject,
    text: [heading, ...parts.map(asText)].join('\n\n') + '\n',
    html: mailHtml({ language: frame.language, subject, heading, reseller: frame.reseller, parts }),
  };
}

function middleOf(
  mail: MailToCompose,
  say: (text: string) => string,
  login: string,
  texts: (typeof mailTexts)[Language],
): MailPart[] {
  switch (mail.kind) {
    case 'loginCode': {
      const own = texts.loginCode;
      return [
        { part: 'paragraph', text: say(own.intro) },
        { part: 'code', text: mail.values.code },
        { part: 'paragraph', text: say(own.validity) },
        { part: 'strong', text: say(own.warning) },
        { part: 'paragraph', text: say(own.notYou) },
      ];
    }
    case 'refreshReuse': {
      const own = texts.refreshReuse;
      return [
        { part: 'paragraph', text: say(own.intro) },
        { part: 'paragraph', text: say(own.advice) },
        { part: 'action', text: say(own.action), url: login },
        { part: 'paragraph', text: say(own.notYou) },
      ];
    }
    case 'signInMethod': {
      const own = texts.signInMethod;
      return [
        { part: 'paragraph', text: say(own.intro) },
        { part: 'strong', text: say(own[mail.values.method]) },
        { part: 'action', text: say(own.action), url: login },
        { part: 'paragraph', text: say(own.notYou) },
      ];
    }
  }
}

function asText(part: MailPart): string {
  if (part.part === 'action') return `${part.text}: ${part.url}`;
  return part.part === 'code' ? `    ${part.text}` : part.text;
}
