import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';

import { endpoints } from '@app/contract/calls/endpoints.ts';
import * as limits from '@app/contract/fields/limits.ts';
import type { Page } from '@playwright/test';

import { expect, test as base } from '@app/testing/browser/browser-test.ts';
import { addVirtualAuthenticator } from '@app/testing/browser/virtual-authenticator.ts';
import { person } from '@app/testing/product/dashboard-session.ts';
import { codeIn } from '@app/testing/product/mailbox.ts';
import { accountOf, goToCompany, goToGoogle, pickAtCompany } from '@app/testing/screens/provider-screens.ts';
import {
  ada,
  codeField,
  codeTitle,
  gina,
  logIn,
  resendButton,
  sam,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';
import { freePort } from '@app/testing/product/service-process.ts';
import type { ProductOptions } from '@app/testing/product/start-product.ts';

import { setUpApp } from '#sign-in/authenticator-app.ts';

/** The mail server's port. Nothing listens on it when the product starts. */
const test = base.extend<object, ProductOptions & { smtpPort: number }>({
  smtpPort: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  settings: [
    async ({ smtpPort }, use) => use({ SMTP_URL: `smtp://127.0.0.1:${smtpPort}` }),
    { scope: 'worker' },
  ],
});

/**
 * A mail server that accepts every email (RFC 5321, only the commands that a sender needs), until it is stopped: a
 * connection that a sender keeps would outlive it.
 */
async function acceptMails(port: number): Promise<{ mails: string[]; stop: () => void }> {
  const mails: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    converse(socket, (mail) => mails.push(mail));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const stop = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { mails, stop };
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

  const { mails, stop } = await acceptMails(smtpPort);
  await expect.poll(() => mails.length, { timeout: 120_000 }).toBe(1);
  const [mail = ''] = mails;
  expect(mail).toContain(ada);
  await codeField(page).fill(codeIn(textOf(mail)));
  await expect(successTitle(page)).toBeVisible();
  expect(mails).toHaveLength(1);
  expect(monitor.calls(endpoints.signInWithPassword)).toBe(1);
  stop();
});

/** As on a new device, which is asked for a code. */
async function openLogin(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
}

test('with the mail server down, an app, a recovery code, a passkey, Google and single sign-on sign in', async ({
  page,
  product,
  monitor,
}) => {
  const before = product.output().length;
  const { codeNow, codes } = await setUpApp(page, product, person);
  monitor.mayReturn('/login');
  await openLogin(page);
  await goToGoogle(page);
  await accountOf(page, gina).click();
  await expect(successTitle(page)).toBeVisible();

  monitor.mayReturn('/login/sso');
  await openLogin(page);
  await goToCompany(page, sam);
  await pickAtCompany(page, sam);
  await expect(successTitle(page)).toBeVisible();

  await openLogin(page);
  await logIn(page, person.email);
  await codeField(page).fill(await codeNow());
  await expect(successTitle(page)).toBeVisible();

  await openLogin(page);
  await logIn(page, person.email);
  await page.getByText('Use a recovery code').click();
  const field = page.getByRole('textbox', { name: 'Recovery code' });
  await field.fill(codes[0] ?? '');
  await field.press('Enter');
  await expect(successTitle(page)).toBeVisible();

  // The last one, as the login page offers it from then on.
  await page.goto('/dashboard/me');
  await addVirtualAuthenticator(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('The passkey was added.').first()).toBeVisible();
  await openLogin(page);
  await expect(successTitle(page)).toBeVisible();
  const logged = product.output().slice(before);
  expect(logged).toContain('mail not sent');
  expect(logged).not.toContain('mail sent');
});

test('the code step says when the code that did not come has expired, and a new one comes once the server is back', async ({
  page,
  smtpPort,
  time,
}) => {
  await page.goto('/login');
  await logIn(page, ada);
  await expect(codeTitle(page)).toBeVisible();
  await page.getByText("Didn't get our email?").click();
  await expect(page.getByText('It can take a few minutes.')).toBeVisible();
  await time.pass(limits.codeLifetime);
  await expect(page.getByText('The code has expired.').first()).toBeVisible();
  await resendButton(page).click();
  await expect(page.getByText('We sent you a new code.')).toBeVisible();

  const { mails, stop } = await acceptMails(smtpPort);
  // The first code has expired: nobody gets it any more.
  const codes = () => mails.filter((mail) => mail.includes(ada));
  await expect.poll(() => codes().length, { timeout: 120_000 }).toBe(1);
  await codeField(page).fill(codeIn(textOf(codes()[0] ?? '')));
  await expect(successTitle(page)).toBeVisible();
  stop();
});
