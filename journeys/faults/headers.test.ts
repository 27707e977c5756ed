import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test } from '@app/testing/browser/browser-test.ts';

test('the page shows nothing in a frame of another site', async ({ browser, product }) => {
  const other = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<iframe src="${product.url}/login"></iframe>`);
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  // A separate browser: Chromium logs the refusal on the console, which the monitor would report.
  const context = await browser.newContext();
  const page = await context.newPage();
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame'));
  await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
  await refused;
  await expect(page.frameLocator('iframe').locator('input')).toHaveCount(0);
  await context.close();
  other.close();
});
