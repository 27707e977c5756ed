/** Nothing is painted before the whole screen has arrived: a part that is painted earlier moves. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test } from '@app/testing/browser/browser-test.ts';

test('half a screen is not painted', async ({ browser, product }) => {
  const html = await (await fetch(`${product.url}/login`)).text();
  const expects = /<link rel="expect"[^>]*>/;
  expect(html).toMatch(expects);
  // Between the picture of a button and its label.
  const cut = html.indexOf('>', html.indexOf('<img', html.indexOf('data-method="google"'))) + 1;
  expect(cut).toBeGreaterThan(1);
  const documents: Record<string, string> = { '/whole': html, '/halves': html.replace(expects, '') };
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const server = createServer(({ url = '' }, response) => {
    const document = documents[url];
    if (document === undefined) return void response.writeHead(404).end();
    const at = cut - (html.length - document.length);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(document.slice(0, at));
    void released.then(() => response.end(document.slice(at)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const open = async (path: string) => {
    const page = await browser.newPage();
    await page.goto(base + path, { waitUntil: 'commit' });
    const half = () => page.evaluate(() => document.querySelector('[data-method=google] img') !== null);
    await expect.poll(half, { message: `half of ${path} is read` }).toBe(true);
    const firstPaint = () =>
      page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
    return { page, firstPaint };
  };
  const whole = await open('/whole');
  const halves = await open('/halves');
  await expect.poll(halves.firstPaint, { message: 'the same without the link' }).toBeGreaterThan(0);
  expect(await whole.firstPaint()).toBeUndefined();

  release();
  await expect.poll(whole.firstPaint).toBeGreaterThan(0);
  for (const { page } of [whole, halves]) await page.close();
  server.close();
});
