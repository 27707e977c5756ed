/**
 * Single logout as a browser walks it (requirements §4 "Single logout"): out of here, to the company's provider and
 * back. No cookie is read, and none is set.
 */
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '@app/contract/fields/vocabulary.ts';

import type { Deps } from '#deps.ts';
import { beginLogout, type Onward, takeLogoutMessage } from '#flows/providers/sso-logout.ts';
import type { IncomingLogout } from '#security/saml/read-logout-message.ts';

import type { Headers } from '#http/request/headers.ts';
import { escapeHtml } from '#http/documents/html.ts';
import { languageOf } from '#http/request/language.ts';
import { plainPage, plainPageStyleHash } from '#http/documents/plain-page.ts';
import { queryOf, searchOf, withLanguage } from '#http/request/request-address.ts';
import type { Caller } from '#http/calls/routes.ts';

import de from './logout-texts/de.json' with { type: 'json' };
import en from './logout-texts/en.json' with { type: 'json' };
import es from './logout-texts/es.json' with { type: 'json' };
import fr from './logout-texts/fr.json' with { type: 'json' };
import it from './logout-texts/it.json' with { type: 'json' };
import no from './logout-texts/no.json' with { type: 'json' };

type LogoutTexts = typeof en;

/** Every language has every text of the English one, or this does not compile. */
const logoutTexts: Readonly<Record<Language, LogoutTexts>> = { de, en, es, fr, it, no };

type Company = { Params: { companyId: string } };

const script = readFileSync(new URL('./post.js', import.meta.url));
const scriptPath = '/auth/v1/saml/post.js';

export interface LogoutPages {
  readonly get: (request: FastifyRequest<Company>, reply: FastifyReply) => Promise<FastifyReply>;
  readonly post: (
    request: FastifyRequest<Company>,
    form: URLSearchParams,
    reply: FastifyReply,
  ) => Promise<FastifyReply>;
}

/** Mounts the script of the posting page; the routes themselves are mounted where a provider's forms are read. */
export function createLogoutPages(
  app: FastifyInstance,
  headers: Headers,
  deps: Deps,
  caller: Caller,
): LogoutPages {
  app.get(scriptPath, async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script));

  const take = (request: FastifyRequest<Company>, reply: FastifyReply, sent: IncomingLogout) =>
    caller
      .run('saml logout message', request, (call) =>
        takeLogoutMessage(request.params.companyId, sent, call, deps),
      )
      .then((onward) => goOn(onward, request, reply, headers));

  return {
    async get(request, reply) {
      const query = queryOf(request.url);
      if (query.has('SAMLRequest') || query.has('SAMLResponse'))
        return take(request, reply, { binding: 'redirect', query: searchOf(request.url).slice(1) });
      const [token, ...others] = query.getAll('logout_token');
      const onward = await caller.run('saml logout', request, (call) =>
        beginLogout(request.params.companyId, others.length === 0 ? token : undefined, call, deps),
      );
      return goOn(onward, request, reply, headers);
    },
    post: (request, form, reply) => take(request, reply, { binding: 'post', form }),
  };
}

function goOn(onward: Onward, request: FastifyRequest, reply: FastifyReply, headers: Headers): FastifyReply {
  if (onward !== 'refused' && 'to' in onward) {
    const { to } = onward;
    return reply.redirect(to.startsWith('/') ? withLanguage(to, request.url) : to, 303);
  }
  const language = languageOf(request.url, request.headers);
  const texts = logoutTexts[language];
  reply.type('text/html; charset=utf-8').header('vary', 'Accept-Language, Cookie');
  if (onward === 'refused') {
    return reply
      .code(400)
      .headers(headers.page([plainPageStyleHash]))
      .send(refusedPage(language, texts));
  }
  const { action, fields } = onward.form;
  return reply
    .headers(headers.page([plainPageStyleHash], { formTo: new URL(action).origin }))
    .send(postingPage(language, texts, action, fields));
}

const refusedPage = (language: Language, { refused }: LogoutTexts): string =>
  plainPage({
    language,
    title: refused.heading,
    body: `<h1>${escapeHtml(refused.heading)}</h1>
<p class="lead">${escapeHtml(refused.lead)}</p>
<p><a href="/login?lng=${language}">${escapeHtml(refused.back)}</a></p>`,
  });

/** The HTTP-POST binding (SAML Bindings §3.5): a form that its script sends on, or its button. */
function postingPage(
  language: Language,
  { posting }: LogoutTexts,
  action: string,
  fields: Readonly<Record<string, string>>,
): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return plainPage({
    language,
    title: posting.heading,
    module: scriptPath,
    body: `<h1>${escapeHtml(posting.heading)}</h1>
<p class="lead">${escapeHtml(posting.lead)}</p>
<form method="post" action="${escapeHtml(action)}">${inputs.join('')}<p class="row"><button>${escapeHtml(posting.goOn)}</button></p></form>`,
  });
}
