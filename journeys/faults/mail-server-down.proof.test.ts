import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test as base } from '@app/testing/browser/browser-test.ts';
import { codeIn } from '@app/testing/product/mailbox.ts';
import { ada, codeField, codeTitle, logIn, successTitle } from '@app/testing/screens/sign-in-screens.ts';
import { freePort } from '@app/testing/product/service-process.ts';
import type { ProductOptions } from '@app/testing/product/start-product.ts';

/** The mail server's port. Nothing listens on it when the product starts. */
const test = base.extend<object, ProductOptions & { smtpPort: number }>({
  smtpPort: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  settings: [
    async ({ smtpPort }, use) => use({ SMTP_URL: `smtp://127.0.0.1:${smtpPort}` }),
    { scope: 'worker' },
  ],
});

/** A mail server that accepts every email (RFC 5321, only the commands that a sender needs). */
async function acceptMails(port: number): Promise<{ mails: string[]; server: Server }> {
  const mails: string[] = [];
  const server = createServer((socket) => converse(socket, (mail) => mails.push(mail)));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { mails, server };
}

function converse(socket: Socket, take: (mail: string) => void): void {
  let pending = '';
  let inMail = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  socket.on('error', () => socket.destroy());
  say('220 ready');
  socket.setEncoding('utf8').on('data', (text: string) => {
    pending += text;
    for (;;) {
      const end = pending.indexOf(inMail ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const part = pending.slice(0, end);
      pending = pending.slice(end + (inMail ? 5 : 2));
      if (inMail) {
        take(part);
        inMail = false;
        say('250 taken');
      } else if (/^DATA$/i.test(part)) {
        inMail = true;
        say('354 go on');
      } else if (/^QUIT$/i.test(part)) {
        socket.end('221 bye\r\n');
      } else {
        say('250 ok');
      }
    }
  });
}

/**
 * Returns the plain text of an email, decoded from quoted-printable. The random MIME boundary must not be included: it
 * can have six digits in a row, which look like a code.
 */
function textOf(mail: string): string {
  const part = /\r\nContent-Type: text\/plain[^]*?\r\n\r\n([^]*?)\r\n--/i.exec(mail)?.[1];
  if (part === undefined) throw new Error(`No plain text in this mail:\n${mail}`);
  return part
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

test('with the mail server down, a sign-in answers at once, and one code arrives when the server is back', async ({
  page,
  smtpPort,
  monitor,
}) => {
  await page.goto('/login');
  await logIn(page, ada);
  await expect(codeTitle(page)).toBeVisible();

  const { mails, server } = await acceptMails(smtpPort);
  await expect.poll(() => mails.length, { timeout: 120_000 }).toBe(1);
  const [mail = ''] = mails;
  expect(mail).toContain(ada);
  await codeField(page).fill(codeIn(textOf(mail)));
  await expect(successTitle(page)).toBeVisible();
  expect(mails).toHaveLength(1);
  expect(monitor.calls(endpoints.signInWithPassword)).toBe(1);
  server.close();
});
