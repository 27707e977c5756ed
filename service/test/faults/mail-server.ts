/** A mail server that misbehaves on demand (RFC 5321), and counts what it accepted. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime from 'postal-mime';

import { freePort } from '#dev/free-port.ts';

/**
 * down: refuses connections. slow: waits five seconds before each answer to a whole email. greylisting: 450 for the
 * first try of each recipient. refusing: 550 for each recipient. dropping: closes the connection in the middle of the
 * first try of each email.
 */
export type MailMood = 'well' | 'down' | 'slow' | 'greylisting' | 'refusing' | 'dropping';

export interface MailServer {
  readonly url: string;
  /** Message-IDs of the accepted emails, with their recipients; an email that arrived twice occurs twice. */
  readonly accepted: readonly { readonly id: string; readonly to: string; readonly text: string }[];
  /** Recipients that were refused for good. */
  readonly refused: ReadonlySet<string>;
  /** How often something was deferred, dropped or refused. */
  troubles(): number;
  set(mood: MailMood): Promise<void>;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const port = await freePort();
  const accepted: { id: string; to: string; text: string }[] = [];
  const refused = new Set<string>();
  const seen = new Set<string>();
  const sockets = new Set<Socket>();
  let mood: MailMood = 'well';
  let troubles = 0;
  let server: Server | undefined;

  const isFirst = (what: string): boolean => !seen.has(what) && seen.add(what).size > 0;

  function answerTo(line: string, envelope: { to: string }): string {
    const recipient = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1];
    if (recipient === undefined) return /^QUIT/i.test(line) ? '221 bye' : '250 taken';
    envelope.to = recipient;
    if (mood === 'refusing') {
      refused.add(recipient);
      troubles += 1;
      return '550 5.1.1 no such mailbox';
    }
    if (mood === 'greylisting' && isFirst(`grey ${recipient}`)) {
      troubles += 1;
      return '450 4.2.0 come back later';
    }
    return '250 taken';
  }

  async function serve(socket: Socket): Promise<void> {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    socket.write('220 scenario\r\n');
    const envelope = { to: '' };
    let pending = '';
    let inMail = false;
    for await (const part of socket.setEncoding('latin1')) {
      pending += String(part);
      for (;;) {
        const mark = inMail ? '\r\n.\r\n' : '\r\n';
        const end = pending.indexOf(mark);
        if (inMail && mood === 'dropping' && isFirst(`dropped ${messageId(pending) ?? ''}`)) {
          troubles += 1;
          socket.destroy();
          return;
        }
        if (end < 0) break;
        const text = pending.slice(0, end);
        pending = pending.slice(end + mark.length);
        if (inMail) {
          if (mood === 'slow') await pause(5000);
          if (socket.destroyed) return;
          accepted.push({ id: messageId(text) ?? '', to: envelope.to, text });
          inMail = false;
          socket.write('250 taken\r\n');
        } else if (text.toUpperCase() === 'DATA') {
          inMail = true;
          socket.write('354 go on\r\n');
        } else socket.write(`${answerTo(text, envelope)}\r\n`);
      }
    }
  }

  async function listen(): Promise<void> {
    server = createServer((socket) => void serve(socket).catch(() => socket.destroy()));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  }
  async function cut(): Promise<void> {
    const old = server;
    server = undefined;
    const closed = old && once(old, 'close');
    old?.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }
  await listen();
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    refused,
    troubles: () => troubles,
    async set(next) {
      if (next === 'down') await cut();
      mood = next;
      if (next !== 'down' && server === undefined) await listen();
    },
    close: cut,
  };
}

/** The text of the first email that the server accepted for a recipient; empty: there is none. */
export async function mailed({ accepted }: MailServer, recipient: string): Promise<string> {
  const mail = accepted.find(({ to }) => to === recipient);
  return mail === undefined ? '' : ((await PostalMime.parse(mail.text)).text ?? '');
}

/** The code of a text, if it has one. */
export const codeIn = (text: string): string | undefined => /\b\d{6}\b/.exec(text)?.[0];

const messageId = (text: string): string | undefined => /^Message-ID: <([^>]+)>/im.exec(text)?.[1];
