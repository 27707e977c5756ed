/**
 * Single logout as a browser walks it (requirements §4 "Single logout"): out of here, to the company's provider and
 * back. No cookie is read, and none is set.
 */
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

import { installPostingScript, sendPostingPage } from './posting-page.ts';
import { samlTexts, type SamlTexts } from './saml-texts.ts';

type Company = { Params: { companyId: string } };

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
  installPostingScript(app);

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
  if (typeof onward !== 'string' && 'to' in onward) {
    const { to } = onward;
    return reply.redirect(to.startsWith('/') ? withLanguage(to, request.url) : to, 303);
  }
  if (typeof onward !== 'string') return sendPostingPage(onward.form, 'logout', reply, headers);
  const language = languageOf(request.url, request.headers);
  return reply
    .type('text/html; charset=utf-8')
    .header('vary', 'Accept-Language, Cookie')
    .code(400)
    .headers(headers.page([plainPageStyleHash]))
    .send(refusedPage(language, samlTexts[language], onward));
}

function refusedPage(language: Language, texts: SamlTexts, why: 'refused' | 'unconfirmed'): string {
  const { heading, lead } = texts[why];
  return plainPage({
    language,
    title: heading,
    body: `<h1>${escapeHtml(heading)}</h1>
<p class="lead">${escapeHtml(lead)}</p>
<p><a href="/login?lng=${language}">${escapeHtml(texts.refused.back)}</a></p>`,
  });
}
