/** The HTTP-POST binding (SAML Bindings §3.5): a page with a form that its script sends on, or its button. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';

import type { Sent } from '#security/saml/binding.ts';
import { escapeHtml } from '#http/documents/html.ts';
import { plainPage, plainPageStyleHash } from '#http/documents/plain-page.ts';
import type { Headers } from '#http/request/headers.ts';
import { languageOf } from '#http/request/language.ts';

import { samlTexts } from './saml-texts.ts';

type Form = Extract<Sent, { form: unknown }>['form'];

const script = readFileSync(new URL('./post.js', import.meta.url));
const scriptPath = '/auth/v1/saml/post.js';

export const installPostingScript = (app: FastifyInstance): unknown =>
  app.get(scriptPath, async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script));

/**
 * Leads to `to` by itself, or by its link: our policy lets no form of our pages be redirected to a company's login page.
 */
export function sendLeadingPage(to: string, reply: FastifyReply, headers: Headers): FastifyReply {
  const language = languageOf(reply.request.url, reply.request.headers);
  const { posting } = samlTexts[language];
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      ...headers.page([plainPageStyleHash]),
      vary: 'Accept-Language, Cookie',
      refresh: `0; url=${to}`,
    })
    .send(
      plainPage({
        language,
        title: posting.heading,
        body: `<h1>${escapeHtml(posting.heading)}</h1>
<p class="lead">${escapeHtml(posting.signIn)}</p>
<p class="row"><a href="${escapeHtml(to)}">${escapeHtml(posting.goOn)}</a></p>`,
      }),
    );
}

/** @param lead what the person reads while the browser is on its way */
export function sendPostingPage(
  { action, fields }: Form,
  lead: 'signIn' | 'logout',
  reply: FastifyReply,
  headers: Headers,
): FastifyReply {
  const language = languageOf(reply.request.url, reply.request.headers);
  const { posting } = samlTexts[language];
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  const { protocol, origin } = new URL(action);
  return (
    reply
      .type('text/html; charset=utf-8')
      .header('vary', 'Accept-Language, Cookie')
      // Chromium holds the provider's own redirects to the list of the form, and they may lead to any of its hosts.
      .headers(headers.page([plainPageStyleHash], { formTo: protocol === 'https:' ? protocol : origin }))
      .send(
        plainPage({
          language,
          title: posting.heading,
          module: scriptPath,
          body: `<h1>${escapeHtml(posting.heading)}</h1>
<p class="lead">${escapeHtml(posting[lead])}</p>
<form method="post" action="${escapeHtml(action)}">${inputs.join('')}<p class="row"><button>${escapeHtml(posting.goOn)}</button></p></form>`,
        }),
      )
  );
}
