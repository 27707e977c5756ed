/**
 * Sends emails by SMTP. Each has exactly one recipient, as an object, so that no text is parsed as a list (threat D8).
 */
import nodemailer from 'nodemailer';
import * as v from 'valibot';
import { seconds } from '@app/contract/fields/durations.ts';
import { email } from '@app/contract/fields/fields.ts';
import type { Language } from '@app/contract/fields/vocabulary.ts';
import type { Attachment } from 'nodemailer/lib/mailer';

import type { Settings } from '#settings/config.ts';

import { type ComposedMail, composeMail } from './mail-templates/compose-mail.ts';
import type { MailToCompose } from './mail-templates/mail-kinds.ts';
import { createLogoSource } from './logo.ts';

export type MailToSend = MailToCompose & {
  /** The Message-ID is made from it: the same for every try, so that a mail server or program can drop a duplicate. */
  readonly id: string;
  /** The address stored with the account, never one from a request. */
  readonly to: string;
  readonly language: Language;
};

/** `permanent`: a retry cannot succeed. `reason` contains no secret and no content of the email. */
export type Delivery =
  { readonly sent: true } | { readonly sent: false; readonly permanent: boolean; readonly reason: string };

export interface Mailer {
  send(mail: MailToSend): Promise<Delivery>;
  close(): void;
}

/** The timeout of a whole email; well below the minute for which one worker has claimed it from the outbox. */
const sendTimeout = seconds(30);
/** Connections to the mail server. */
export const mailConnections = 7;

/**
 * Opens the mail server of `smtpUrl`: `smtp://` (STARTTLS if the server offers it; `?tls=required` refuses a server
 * without it, `?tls=none` does without) or `smtps://`, with user and password if needed.
 */
function serverOf(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: url.searchParams.get('tls') === 'required',
    ignoreTLS: url.searchParams.get('tls') === 'none',
    ...(url.username !== '' && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    connectionTimeout: seconds(5),
    greetingTimeout: seconds(5),
    socketTimeout: seconds(15),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Connects, starts TLS and logs in, but sends no email. Rejects with the reason of the server or the network. */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  const transport = nodemailer.createTransport(serverOf(smtpUrl));
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

export function createMailer(settings: Settings, smtpUrl: string): Mailer {
  const transport = nodemailer.createTransport({
    pool: true,
    maxConnections: mailConnections,
    ...serverOf(smtpUrl),
  });
  const readLogo = createMailLogo(settings.reseller.logoUrl);
  const sender = new URL(settings.publicUrl).hostname;

  return {
    async send(mail) {
      // Addresses are checked when an account is created; another one in the database must not reach a mail server.
      if (!v.is(email, mail.to) || v.parse(email, mail.to) !== mail.to) {
        return { sent: false, permanent: true, reason: 'the address is not one plain mailbox' };
      }
      const logo = await readLogo();
      let composed: ComposedMail;
      try {
        composed = composeMail(mail, {
          language: mail.language,
          to: mail.to,
          publicUrl: settings.publicUrl,
          reseller: settings.reseller.name,
          color: settings.reseller.color,
          logo: logo && mailLogoAddress,
        });
      } catch {
        // Its link is of another PUBLIC_URL or its kind of a newer release: both may come back before it expires.
        return { sent: false, permanent: false, reason: 'it cannot be composed' };
      }
      try {
        await transport.sendMail({
          ...composed,
          ...(logo && { attachments: [logo] }),
          from: { name: settings.reseller.name, address: settings.mailFrom },
          to: { name: '', address: mail.to },
          envelope: { from: settings.mailFrom, to: [mail.to] },
          messageId: `<${mail.id}@${sender}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            'Content-Language': mail.language,
          },
          signal: AbortSignal.timeout(sendTimeout),
        });
        return { sent: true };
      } catch (error) {
        return failed(error);
      }
    },
    close: () => transport.close(),
  };
}

/**
 * 5xx for the recipient or the content is permanent. Everything else may succeed later, also a 5xx before them: at the
 * greeting, the login or the sender the server refuses the operator, who repairs it, and not this email. Many servers do
 * so only at the recipient (Postfix, `smtpd_delay_reject`): policy and routing say it by their code (RFC 3463, X.7.X and
 * X.4.X), a missing login by 530.
 */
function failed(error: unknown): Delivery {
  const {
    responseCode,
    code,
    command,
    response = '',
  } = error as { responseCode?: number; code?: string; command?: string; response?: string };
  const aboutUs = responseCode === 530 || /^5\d\d[ -]5\.[47]\./.test(response);
  const aboutTheMail = (command === 'RCPT TO' || command === 'DATA') && !aboutUs;
  const permanent = aboutTheMail && responseCode !== undefined && responseCode >= 500;
  const codes = [responseCode, code, command].filter((part) => part !== undefined).join(' ');
  const words = mailServerReason(error);
  return { sent: false, permanent, reason: [codes, words].filter(Boolean).join(': ') || 'unknown' };
}

/** What the messages of Node and of the email library say, in words. They contain addresses, so they are not shown. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, 'nothing listens there'],
  [/ENOTFOUND|EAI_AGAIN|EDNS/, 'its host name is not known'],
  [/EHOSTUNREACH|ENETUNREACH/, 'its host cannot be reached'],
  [/altnames|does not match certificate/i, 'its certificate is for another name'],
  [/certificate has expired|CERT_HAS_EXPIRED/i, 'its certificate has expired'],
  [
    /self.signed|local issuer|unable to verify|unknown ca/i,
    'its certificate is from an authority that is not known here: NODE_EXTRA_CA_CERTS names a file with your own, and on this machine ?tls=none does without',
  ],
  [
    /wrong version number|packet length too long/i,
    'it speaks no TLS at this port: smtp:// instead of smtps://',
  ],
  [/EAUTH/, 'it refuses the user and the password'],
  [/ETLS|STARTTLS/, 'it offers no STARTTLS, which ?tls=required asks for'],
  [/ETIMEDOUT|timeout/i, 'it does not answer'],
];

/** Why a mail server cannot be used, or undefined if the code is explanation enough. */
export function mailServerReason(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', cause } = error as { code?: string; cause?: unknown };
  const text = `${code} ${error.message} ${cause instanceof Error ? cause.message : ''}`;
  return reasons.find(([pattern]) => pattern.test(text))?.[1];
}

/** The formats that mail programs show; most do not show SVG, WebP or AVIF: those emails contain the name instead. */
const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
};
/** The largest embedded logo, in bytes: every email contains it. */
const sizeMax = 64 * 1024;

const contentId = 'logo@brand';
/** The address of the picture within the email. */
const mailLogoAddress = `cid:${contentId}`;

/**
 * Embeds the reseller's logo in emails (RFC 2392). Mail programs show an embedded picture without asking, it does not
 * depend on PUBLIC_URL, and it does not track when an email is opened.
 *
 * Returns a function that reads the attachment with the logo. undefined: the email contains the reseller's name
 * instead, because there is no logo, it cannot be read, or mail programs do not show its format.
 * @param url RESELLER_LOGO_URL
 */
function createMailLogo(url: string | undefined): () => Promise<Attachment | undefined> {
  const read = url === undefined ? undefined : createLogoSource(url);
  return async () => {
    const logo = await read?.().catch(() => undefined);
    const ending = logo && endings[logo.type];
    if (logo === undefined || ending === undefined || logo.bytes.length > sizeMax) return undefined;
    return {
      cid: contentId,
      filename: `logo.${ending}`,
      contentType: logo.type,
      contentDisposition: 'inline',
      content: logo.bytes,
    };
  };
}
