/** The HTTP-POST binding (SAML Bindings §3.5): a page with a form that its script sends on, or its button. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';

import type { Deps } from '#deps.ts';
import type { Sent } from '#security/saml/binding.ts';
import { escapeHtml } from '#http/documents/html.ts';
import type { StepPageSender } from '#http/documents/page-brand.ts';
import { Refusal } from '#refusal.ts';
import { originsOfPosts } from '#settings/config.ts';
import { languageOf } from '#http/request/language.ts';

import { serviceTexts } from '#texts/service-texts.ts';

type Form = Extract<Sent, { form: unknown }>['form'];

const script = readFileSync(new URL('./post.js', import.meta.url));
const scriptPath = '/auth/v1/saml/post.js';

export const installPostingScript = (app: FastifyInstance): unknown =>
  app.get(scriptPath, async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script));

/**
 * Redirects to `to` automatically, or by its link: our policy lets no form of our pages be redirected to a company's
 * login page.
 */
export function sendLeadingPage(to: string, reply: FastifyReply, sendPage: StepPageSender): FastifyReply {
  const { posting } = serviceTexts[languageOf(reply.request.url, reply.request.headers)].logout;
  return sendPage(reply.header('refresh', `0; url=${to}`), {
    heading: posting.heading,
    lead: posting.signIn,
    action: `<p><a href="${escapeHtml(to)}">${escapeHtml(posting.goOn)}</a></p>`,
  });
}

/** @param lead what the person reads while the browser is on its way */
export function sendPostingPage(
  { action, fields }: Form,
  lead: 'signIn' | 'logout',
  reply: FastifyReply,
  { sendPage, deps }: { readonly sendPage: StepPageSender; readonly deps: Pick<Deps, 'settings'> },
): FastifyReply {
  const { posting } = serviceTexts[languageOf(reply.request.url, reply.request.headers)].logout;
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  const { protocol, origin } = new URL(action);
  // Our routes take the forms of our pages (threat D2). No new address is ours, but a stored one can be, or become so.
  if (originsOfPosts(deps.settings).includes(origin))
    throw new Refusal('notFound', { reason: "the provider's address is our own" });
  return sendPage(
    reply,
    {
      heading: posting.heading,
      lead: posting[lead],
      module: scriptPath,
      action: `<form method="post" action="${escapeHtml(action)}">${inputs.join('')}<p class="row"><button>${escapeHtml(posting.goOn)}</button></p></form>`,
    },
    // Chromium holds the provider's own redirects to the list of the form, and they may lead to any of its hosts.
    { formTo: protocol === 'https:' ? protocol : origin },
  );
}
