/**
 * Mails leave here, by SMTP. Exactly one recipient each, as an object, so that no text is read as a list (threat D8).
 */
import nodemailer from 'nodemailer';
import * as v from 'valibot';
import { seconds } from '@app/contract/fields/durations.ts';
import { email } from '@app/contract/fields/fields.ts';
import type { Language } from '@app/contract/fields/vocabulary.ts';

import type { Settings } from '#settings/config.ts';

import { createMailLogo, mailLogoAddress } from './mail-logo.ts';
import { composeMail } from './mail-templates/compose-mail.ts';
import type { MailToCompose } from './mail-templates/mail-kinds.ts';

export type MailToSend = MailToCompose & {
  /** Makes the Message-ID: the same for every try, so that a mail server or program can drop a double. */
  readonly id: string;
  /** The address stored with the account, never one from a request. */
  readonly to: string;
  readonly language: Language;
};

/** `permanent`: no later try can help (5xx). `reason` holds no secret and no content of the mail. */
export type Delivery =
  { readonly sent: true } | { readonly sent: false; readonly permanent: boolean; readonly reason: string };

export interface Mailer {
  send(mail: MailToSend): Promise<Delivery>;
  close(): void;
}

/** The longest a mail may take in all; well below the minute for which the outbox leaves it to one worker. */
const sendTimeout = seconds(30);
const connections = 5;

/**
 * The server of `smtpUrl`: `smtp://` (STARTTLS if the server offers it; with `?tls=required` no mail goes without it) or
 * `smtps://`, with user and password where needed.
 */
function serverOf(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: url.searchParams.get('tls') === 'required',
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

/** Connects, encrypts and logs in as for a mail, and sends none. Rejects with the reason of the server or the network. */
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
    maxConnections: connections,
    ...serverOf(smtpUrl),
  });
  const readLogo = createMailLogo(settings.reseller.logoUrl);
  const sender = new URL(settings.publicUrl).hostname;

  return {
    async send(mail) {
      // Addresses were checked when the account was made; a row that holds another kind must not reach a mail server.
      if (!v.is(email, mail.to) || v.parse(email, mail.to) !== mail.to) {
        return { sent: false, permanent: true, reason: 'the address is not one plain mailbox' };
      }
      const logo = await readLogo();
      const composed = composeMail(mail, {
        language: mail.language,
        to: mail.to,
        publicUrl: settings.publicUrl,
        reseller: settings.reseller.name,
        color: settings.reseller.color,
        logo: logo && mailLogoAddress,
      });
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

/** 5xx of the server is its last word; everything else (4xx, timeouts, lost connections) may be better later. */
function failed(error: unknown): Delivery {
  const { responseCode, code, command } = error as { responseCode?: number; code?: string; command?: string };
  // A refused login or TLS is the operator's to repair, not the mail's fault: it is tried again.
  const aboutTheMail = code !== 'EAUTH' && code !== 'ETLS';
  const permanent = aboutTheMail && responseCode !== undefined && responseCode >= 500;
  const reason = [responseCode, code, command].filter((part) => part !== undefined).join(' ');
  return { sent: false, permanent, reason: reason || (error instanceof Error ? error.name : 'unknown') };
}
