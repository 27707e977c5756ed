/** Serves `/workspace` in development: a page that shows the received session. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

import type { Headers } from '#http/request/headers.ts';
import { createPlainPageSender, plainPage } from '#http/documents/plain-page.ts';

const script = readFileSync(new URL('./workspace.js', import.meta.url));

const page = plainPage({
  language: 'en',
  title: 'Workspace',
  module: '/workspace/page.js',
  body: `<p class="mark">Development</p>
<h1>Workspace</h1>
<p class="lead">A stand-in: this is where the real workspace of the product opens. It shows the session that it received.</p>
<section>
<h2 id="state" role="status">Looking for a session…</h2>
<dl id="session"></dl>
</section>
<p><a href="/login">To the sign-in app</a></p>`,
});

export function installWorkspace(app: FastifyInstance, headers: Headers): void {
  const send = createPlainPageSender(headers);
  app.get('/workspace', async (_request, reply) => send(reply, page));
  app.get('/workspace/page.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  );
}
