/** Serves `/mailbox` in development: the sent emails as a page, as JSON, and each one as mail programs show it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

import type { Headers } from '#http/request/headers.ts';
import { createPlainPageSender, plainPage } from '#http/documents/plain-page.ts';
import { Refusal } from '#refusal.ts';

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
  app.get<{ Params: { id: string } }>('/mailbox/:id(^\\d+).html', async (request, reply) => {
    const mail = mailbox.messages().find(({ id }) => id === request.params.id);
    if (mail === undefined) throw new Refusal('notFound');
    return reply
      .headers({ ...headers.api, ...mailHeaders(mail.html) })
      .type('text/html; charset=utf-8')
      .send(mail.html);
  });
}

/**
 * Headers of an email's page: no script, form or request, an opaque origin, and only the email's own styles. The last
 * two are off because a browser refuses a sandboxed page with a browsing context group, and warns about an agent
 * cluster.
 */
function mailHeaders(html: string): Record<string, string> {
  const styles = [...html.matchAll(/ style="([^"]*)"|<style>([^<]*)<\/style>/g)];
  const hashes = new Set(styles.map(([, attribute, element]) => hashOf(attribute ?? element ?? '')));
  return {
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'unsafe-hashes' ${[...hashes].join(' ')}`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      'sandbox',
    ].join('; '),
    'cross-origin-opener-policy': 'unsafe-none',
    'origin-agent-cluster': '?0',
  };
}

const hashOf = (css: string): string => `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
