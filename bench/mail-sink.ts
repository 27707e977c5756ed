/** A mail server that accepts and discards every email, so that a benchmark sends real emails at low cost. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface MailSink {
  readonly url: string;
  /** The number of accepted emails so far. */
  count(): number;
  stop(): void;
}

/** Starts it. It implements the part of SMTP (RFC 5321) that a client needs to send a plain mail. */
export async function startMailSink(): Promise<MailSink> {
  let mails = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    socket.write('220 sink\r\n');
    let pending = '';
    let inMail = false;
    socket.setEncoding('latin1').on('data', (text: string) => {
      pending += text;
      for (;;) {
        const mark = inMail ? '\r\n.\r\n' : '\r\n';
        const end = pending.indexOf(mark);
        if (end < 0) return;
        const line = pending.slice(0, end);
        pending = pending.slice(end + mark.length);
        if (inMail) mails += 1;
        inMail = !inMail && line.toUpperCase() === 'DATA';
        if (line.toUpperCase() === 'QUIT') socket.end('221 bye\r\n');
        else socket.write(inMail ? '354 go on\r\n' : '250 taken\r\n');
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => mails,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
