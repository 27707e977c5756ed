import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';

import { createMailer } from '#gateways/mail.ts';
import { createHeaders } from '#http/request/headers.ts';
import { plainPageStyleHash } from '#http/documents/plain-page.ts';
import { testSettings } from '#test/setup/test-deps.ts';

import { installMailboxPages } from './mailbox-pages.ts';
import { startMailbox } from './mailbox.ts';
import { installWorkspace } from '#dev/workspace/workspace.ts';

const app = Fastify();
const mailbox = await startMailbox();
const headers = createHeaders(testSettings);
installMailboxPages(app, headers, mailbox);
installWorkspace(app, headers);
afterAll(async () => {
  await app.close();
  await mailbox.stop();
});

it('shows the mails received by SMTP, newest first, and filters by address', async () => {
  const mailer = createMailer(testSettings, mailbox.smtpUrl);
  for (const [index, to] of ['ada@northline.test', 'ben@northline.test', 'ada@northline.test'].entries()) {
    const values = { code: `00000${index}`, name: 'Ünïcode Name' };
    const delivery = await mailer.send({ id: `m${index}`, kind: 'loginCode', to, language: 'fr', values });
    expect(delivery).toEqual({ sent: true });
  }
  mailer.close();
  const all = (await app.inject({ url: '/mailbox/messages' })).json();
  expect(all.map((mail: { to: string }) => mail.to)).toEqual([
    'ada@northline.test',
    'ben@northline.test',
    'ada@northline.test',
  ]);
  const adas = (await app.inject({ url: '/mailbox/messages?to=Ada@northline.test' })).json();
  expect(adas.map((mail: { subject: string }) => mail.subject.slice(0, 6))).toEqual(['000002', '000000']);
  expect(adas[0]).toMatchObject({
    text: expect.stringContaining('Ünïcode Name'),
    html: expect.stringContaining('000002'),
  });
  expect(Object.keys(adas[0]).toSorted()).toEqual(['date', 'html', 'id', 'subject', 'text', 'to']);
});

it('shows a mail as mail programs do, in a sandboxed page', async () => {
  const [mail] = mailbox.messages();
  const answer = await app.inject({ url: `/mailbox/${mail?.id}.html` });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe(mail?.html);
  const policy = String(answer.headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none'; .*; sandbox$/);
  expect(policy).not.toContain('unsafe-inline');
  // A browser refuses a sandboxed page with other values.
  expect(answer.headers['cross-origin-opener-policy']).toBe('unsafe-none');
  const styles = [...answer.body.matchAll(/ style="([^"]*)"/g)];
  expect(styles.length).toBeGreaterThan(10);
  for (const [, css] of styles) {
    expect(policy).toContain(createHash('sha256').update(String(css)).digest('base64'));
  }
  for (const url of ['/mailbox/0.html', '/mailbox/x.html', '/mailbox/..html'])
    expect((await app.inject({ url })).statusCode).not.toBe(200);
});

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

it("embeds a reseller's logo in the mail if mail programs show its format, else the name", async () => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    const path = request.url ?? '';
    if (path === '/missing') return void response.writeHead(404).end();
    const type = path === '/logo.svg' ? 'image/svg+xml' : 'image/png';
    const bytes = path === '/large.png' ? Buffer.alloc(65 * 1024) : onePixel;
    return void response.writeHead(200, { 'content-type': type }).end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const shown: Record<string, string> = {};
  for (const path of ['/logo.png', '/logo.svg', '/large.png', '/missing']) {
    const reseller = { ...testSettings.reseller, name: 'Vox', color: '#7a1fa2', logoUrl: origin + path };
    const mailer = createMailer({ ...testSettings, reseller }, mailbox.smtpUrl);
    for (const id of ['first', 'second']) {
      const to = 'ada@northline.test';
      const values = { code: '003368' };
      expect(await mailer.send({ id, kind: 'loginCode', to, language: 'en', values })).toEqual({
        sent: true,
      });
    }
    mailer.close();
    const html = mailbox.messages()[0]?.html ?? '';
    expect(html).not.toContain('cid:');
    expect(html).not.toContain(origin);
    shown[path] =
      /<img src="data:([^;]+);base64,[^"]+" alt="Vox"/.exec(html)?.[1] ??
      (html.includes('>Vox</td>') ? 'words' : 'nothing');
  }
  server.close();
  const policy = (await app.inject({ url: `/mailbox/${mailbox.messages()[0]?.id}.html` })).headers;
  expect(policy['content-security-policy']).toContain('img-src data:;');
  expect(shown).toEqual({
    '/logo.png': 'image/png',
    '/logo.svg': 'words',
    '/large.png': 'words',
    '/missing': 'words',
  });
  // The logo is cached, and a failing address is not fetched again for each email.
  expect(asked).toBe(4);
});

it.each(['/mailbox', '/workspace'])('%s has the headers and the security policy of pages', async (url) => {
  const answer = await app.inject({ url });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-security-policy']).toContain(`'${plainPageStyleHash}'`);
  expect(answer.headers).toMatchObject({
    'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'/),
    'cache-control': expect.stringContaining('no-store'),
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  expect(answer.body).not.toMatch(/ style="|<script>|onclick/);
  const module = /<script type="module" src="([^"]+)"/.exec(answer.body)?.[1];
  const script = await app.inject({ url: String(module) });
  expect(script.headers['content-type']).toContain('javascript');
  expect(script.body).not.toContain('innerHTML');
});
