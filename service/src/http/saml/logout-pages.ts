/**
 * Single logout as a browser walks it (requirements §4 "Single logout"): out of here, to the company's provider and
 * back. No cookie is read, and none is set.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Deps } from '#deps.ts';
import { beginLogout, type Onward, takeLogoutMessage } from '#flows/providers/sso-logout.ts';
import type { IncomingLogout } from '#security/saml/read-logout-message.ts';

import { escapeHtml } from '#http/documents/html.ts';
import { languageOf } from '#http/request/language.ts';
import type { StepPageSender } from '#http/documents/page-brand.ts';
import { queryOf, searchOf, withLanguage } from '#http/request/request-address.ts';
import type { Caller } from '#http/calls/routes.ts';

import { installPostingScript, sendPostingPage } from './posting-page.ts';
import { serviceTexts } from '#texts/service-texts.ts';

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
  sendPage: StepPageSender,
  deps: Deps,
  caller: Caller,
): LogoutPages {
  installPostingScript(app);

  const take = (request: FastifyRequest<Company>, reply: FastifyReply, sent: IncomingLogout) =>
    caller
      .run('saml logout message', request, (call) =>
        takeLogoutMessage(request.params.companyId, sent, call, deps),
      )
      .then((onward) => goOn(onward, request, reply, { sendPage, deps }));

  return {
    async get(request, reply) {
      const query = queryOf(request.url);
      if (query.has('SAMLRequest') || query.has('SAMLResponse'))
        return take(request, reply, { binding: 'redirect', query: searchOf(request.url).slice(1) });
      const [token, ...others] = query.getAll('logout_token');
      const onward = await caller.run('saml logout', request, (call) =>
        beginLogout(request.params.companyId, others.length === 0 ? token : undefined, call, deps),
      );
      return goOn(onward, request, reply, { sendPage, deps });
    },
    post: (request, form, reply) => take(request, reply, { binding: 'post', form }),
  };
}

function goOn(
  onward: Onward,
  request: FastifyRequest,
  reply: FastifyReply,
  pages: { readonly sendPage: StepPageSender; readonly deps: Deps },
): FastifyReply {
  if (typeof onward !== 'string' && 'to' in onward) {
    const { to } = onward;
    return reply.redirect(to.startsWith('/') ? withLanguage(to, request.url) : to, 303);
  }
  if (typeof onward !== 'string') return sendPostingPage(onward.form, 'logout', reply, pages);
  const language = languageOf(request.url, request.headers);
  const texts = serviceTexts[language].logout;
  return pages.sendPage(reply.code(400), {
    ...texts[onward],
    action: `<p><a href="/login?lng=${language}">${escapeHtml(texts.refused.back)}</a></p>`,
  });
}
