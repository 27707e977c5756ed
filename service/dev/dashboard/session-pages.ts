/** Serves an admin's desk and `/workspace` in development: pages that show the received session. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

import type { Headers } from '#http/request/headers.ts';
import { createPlainPageSender } from '#http/documents/own-pages.ts';
import { plainPage } from '#http/documents/plain-page.ts';

import { dashboardForms } from './dashboard-forms.ts';

const script = readFileSync(new URL('./session-page.js', import.meta.url));

export function installSessionPages(app: FastifyInstance, headers: Headers): void {
  const send = createPlainPageSender(headers);
  app.get<{ Querystring: { said?: string | string[] } }>('/stand-in/desk', async (request, reply) =>
    send(reply, standIn("Admin's desk", dashboardForms([request.query.said ?? []].flat()[0]))),
  );
  const workspace = standIn('Workspace', '');
  app.get('/workspace', async (_request, reply) => send(reply, workspace));
  app.get('/stand-in/page.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  );
}

const standIn = (name: string, rest: string): string =>
  plainPage({
    language: 'en',
    title: name,
    module: '/stand-in/page.js',
    body: `<p class="mark">Development</p>
<h1>${name}</h1>
<p class="lead">A stand-in: this is where the real ${name.toLowerCase()} of the product opens. It shows the session that it received.</p>
<section>
<h2 id="state" role="status">Looking for a session…</h2>
<dl id="session"></dl>
</section>
${rest}
<p><a href="/login">To the sign-in app</a></p>`,
  });
