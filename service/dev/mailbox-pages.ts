/** `/mailbox`: the mails that the product sent in development, as a page and as JSON. */
import type { FastifyInstance } from 'fastify';

import { readFileSync } from 'node:fs';

import type { Headers } from '#http/headers.ts';
import { createPlainPageSender } from '#http/own-pages.ts';
import { plainPage } from '#http/plain-page.ts';

import type { Mailbox } from './mailbox.ts';

const script = readFileSync(new URL('./mailbox-page.js', import.meta.url));

const page = plainPage({
  language: 'en',
  title: 'Mailbox',
  module: '/mailbox/page.js',
  body: `<p class="mark">Development</p>
<h1>Mailbox</h1>
<p class="lead">The mails that the product sent, newest first. The page updates itself.</p>
<p class="soft" id="state" role="status">Waiting for mails…</p>
<div id="mails"></div>
<noscript><p>This page needs script. The mails as JSON: <a href="/mailbox/messages">/mailbox/messages</a></p></noscript>`,
});

export function installMailboxPages(app: FastifyInstance, headers: Headers, mailbox: Mailbox): void {
  const send = createPlainPageSender(headers);
  app.get('/mailbox', async (_request, reply) => send(reply, page));
  app.get('/mailbox/page.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  );
  app.get<{ Querystring: { to?: string | string[] } }>('/mailbox/messages', async (request) => {
    const to = [request.query.to ?? []].flat()[0];
    return mailbox.messages(to);
  });
}
