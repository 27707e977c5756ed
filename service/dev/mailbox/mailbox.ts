/** The development mailbox: a real mail server on loopback whose emails appear on a page instead of being delivered. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** ISO 8601, when it arrived. */
  readonly date: string;
}

export interface Mailbox {
  /** The address of the mail server: `smtp://127.0.0.1:<port>`. */
  readonly smtpUrl: string;
  /** Newest first; only those to an address if one is given. */
  messages(to?: string): readonly ReceivedMail[];
  stop(): Promise<void>;
}

/** The number of stored emails; older ones are dropped. */
const keptMax = 500;

/** The HTML with the email's embedded pictures inserted, as mail programs do (RFC 2392). */
function withPictures({ html = '', attachments }: Email): string {
  return attachments.reduce((text, { contentId, mimeType, content }) => {
    if (contentId === undefined || typeof content === 'string') return text;
    const data = Buffer.from(content instanceof ArrayBuffer ? new Uint8Array(content) : content);
    const address = `cid:${contentId.replace(/^<|>$/g, '')}`;
    return text.replaceAll(`"${address}"`, `"data:${mimeType};base64,${data.toString('base64')}"`);
  }, html);
}

/** Starts the mail server on a free loopback port. */
export async function startMailbox(): Promise<Mailbox> {
  const kept: ReceivedMail[] = [];
  let count = 0;

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: 1024 * 1024,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          for (const { address } of session.envelope.rcptTo) {
            count += 1;
            kept.unshift({
              id: String(count),
              to: address.toLowerCase(),
              subject: mail.subject ?? '',
              text: mail.text ?? '',
              html: withPictures(mail),
              date: new Date().toISOString(),
            });
          }
          kept.length = Math.min(kept.length, keptMax);
          done();
        }, done);
      });
    },
  });
  // Without a listener, a client that disconnects would end the service.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;

  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    messages: (to) => (to === undefined ? kept : kept.filter((mail) => mail.to === to.trim().toLowerCase())),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
