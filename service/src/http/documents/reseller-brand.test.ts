/** Tests that every page of the service has the reseller's name, logo and colour. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { languages } from '@app/contract/fields/vocabulary.ts';
import { contrast } from '@app/ui/brand';

import { block, visit } from '#test/drivers/page-visits.ts';
import { createTestApp } from '#test/setup/test-app.ts';

import { styleHash } from './html.ts';

const name = 'Vox & Söhne <Telefon>';
const written = 'Vox &amp; Söhne &lt;Telefon&gt;';
const color = '#ffcc00';
const picture = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');

const logos = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'image/gif' }).end(picture),
).listen(0, '127.0.0.1');
await once(logos, 'listening');
const logoUrl = `http://127.0.0.1:${(logos.address() as AddressInfo).port}/logo.gif`;
const service = await createTestApp({ settings: { reseller: { name, logoUrl, color, slogan: undefined } } });
const own = await createTestApp();
afterAll(async () => {
  await service.close();
  await own.close();
  logos.close();
});

/** Pages by address, each with its status. */
const pages = [
  ...languages.map((language) => [`/help?lng=${language}`, 200] as const),
  ['/docs', 200],
  ['/auth/v1/saml/00000000-0000-4000-8000-000000000000/logout?SAMLRequest=x', 400],
  ['/login', 200],
  ['/signup', 200],
  ['/no/such/page', 404],
  ['/action_result?draw=broken', 500],
] as const;

it('every page has name, logo and colour, and its policy allows them', async () => {
  const branded = /<style>((?:(?!<\/style>).)*(?:#ffcc00|--brand:)(?:(?!<\/style>).)*)<\/style>/gs;
  for (const [address, status] of pages) {
    const { statusCode, body, headers } = await visit(service, address);
    expect(statusCode, address).toBe(status);
    expect(body, address).toContain(`<img src="/brand/logo" alt="${written}"`);
    expect(body, address).not.toContain('<Telefon>');
    const style = [...body.matchAll(branded)].map(([, css = '']) => css).at(-1) ?? '';
    expect(headers['content-security-policy'], address).toContain(`'${styleHash(style)}'`);
    // The brand's own text colour, not the product's green.
    const text = /--(?:brand|text-link):(#[0-9a-f]{6})/.exec(style)?.[1] ?? '';
    expect(contrast(text, '#ffffff'), address).toBeGreaterThanOrEqual(4.5);
  }
  const logo = await service.app.inject({ url: '/brand/logo' });
  expect(logo.rawPayload).toEqual(picture);
  // The pages of an email-address change are rendered by the app from this.
  expect(block((await visit(service, '/action_result')).body, 'config')).toMatchObject({
    brand: { name, color, logoUrl: '/brand/logo' },
  });
});

it('without the settings every page has the product name and colours', async () => {
  for (const address of ['/help', '/docs', '/no/such/page']) {
    const { body } = await visit(own, address);
    expect(body, address).toContain('Northline');
    expect(body, address).not.toMatch(/\/brand\/logo|<\/style><style>/);
  }
});
