import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { findingsOf } from '#accessibility/axe.ts';
import { expect, test as base } from '@app/testing/browser/browser-test.ts';
import { codeIn } from '@app/testing/product/mailbox.ts';
import {
  ada,
  codeField,
  codeTitle,
  logIn,
  loginButton,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';
import type { ProductOptions } from '@app/testing/product/start-product.ts';

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 40"><rect width="160" height="40" fill="#7a1fa2"/></svg>';

/** A product with another reseller's name, colour, and logo on the reseller's server. */
const test = base.extend<object, ProductOptions>({
  settings: [
    async ({}, use) => {
      const server = createServer((_, response) => {
        response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(logo);
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      await use({
        RESELLER: 'Vox & Söhne <Telefon>',
        RESELLER_COLOR: '#7a1fa2',
        RESELLER_LOGO_URL: `http://127.0.0.1:${port}/logo.svg`,
      });
      server.close();
    },
    { scope: 'worker' },
  ],
});

test("every screen, mail, help and error page shows the reseller's name, logo and colour", async ({
  page,
  product,
  monitor,
}) => {
  const served = await page.request.get('/login');
  expect(await served.text()).toContain('Vox &amp; Söhne &lt;Telefon&gt;');
  await page.goto('/login');
  await expect(page).toHaveTitle(/Vox & Söhne <Telefon>/);
  const image = page.getByRole('img', { name: 'Vox & Söhne <Telefon>' });
  await expect(image).toBeVisible();
  expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  await expect(loginButton(page)).toHaveCSS('background-color', 'rgb(122, 31, 162)');
  expect(await page.content()).not.toContain('%RESELLER%');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await findingsOf(page), colorScheme).toEqual([]);
  }

  await logIn(page, ada);
  await expect(codeTitle(page)).toBeVisible();
  const mail = await product.mailbox.next(ada);
  expect(`${mail.subject} ${mail.text}`).toContain('Vox & Söhne <Telefon>');
  expect(mail.html).not.toContain('<Telefon>');
  expect(mail.html).toContain('#7a1fa2');
  await codeField(page).fill(codeIn(mail.text));
  await expect(successTitle(page)).toBeVisible();
  await expect(image).toBeVisible();

  // The pages that the service renders itself, and its error page.
  monitor.mayAnswer(404, { path: '/no/such/page.html' });
  for (const address of ['/help', '/docs', '/no/such/page.html']) {
    await page.goto(address);
    await expect(image, address).toBeVisible();
    const width = await image.evaluate((element: HTMLImageElement) => element.naturalWidth);
    expect(width, address).toBeGreaterThan(0);
    expect(await findingsOf(page), address).toEqual([]);
  }
});
