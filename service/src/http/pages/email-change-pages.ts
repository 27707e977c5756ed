/**
 * The pages that confirm and cancel an email-address change (requirements §3): a GET that changes nothing, and the
 * button's post.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  actionResults,
  emailChangeCancelPath,
  emailChangePath,
  type ActionResult,
} from '@app/contract/pages/links.ts';
import { mailedQuery, tokenOfMail } from '@app/contract/pages/mailed-query.ts';

import type { Deps } from '#deps.ts';
import { cancelEmailChange, viewEmailChangeCancel } from '#flows/account/email-change-cancel.ts';
import { confirmEmailChange, viewEmailChange } from '#flows/account/email-change.ts';
import { Refusal } from '#refusal.ts';

import type { Pages } from './pages.ts';
import { searchOf, withLanguage } from '#http/request/request-address.ts';
import type { Caller } from '#http/calls/routes.ts';

/** Longer than any token of ours; longer values are not looked up. */
const tokenMax = 512;

/** Each page with what its token shows and does. */
const pagesOfChange = [
  { path: emailChangePath, name: 'emailChange', view: viewEmailChange, act: confirmEmailChange },
  {
    path: emailChangeCancelPath,
    name: 'emailChangeCancel',
    view: viewEmailChangeCancel,
    act: cancelEmailChange,
  },
] as const;

export function installEmailChangePages(
  app: FastifyInstance,
  deps: Deps,
  caller: Caller,
  pages: Pages,
): void {
  for (const { path, name, view: viewOf } of pagesOfChange)
    app.get(path, (request, reply) =>
      orToLogin(request, reply, async () => {
        const token = tokenOfMail(mailedQuery(searchOf(request.url)).get('token') ?? '');
        // Loaded again after the app took the token out of the address: the screen says where to begin.
        if (token === '') return pages.render(request, reply, {});
        if (!isToken(token)) return toResult('unknown', request, reply);
        const view = await caller.run(name, request, (call) => viewOf(token, call, deps));
        if (view.state !== 'confirm') return toResult(view.state, request, reply);
        return pages.render(request, reply, { emailChange: { token, newEmail: view.newEmail } });
      }),
    );
}

/** Mounts the posts into a scope that reads form bodies. */
export function installEmailChangePosts(scope: FastifyInstance, deps: Deps, caller: Caller): void {
  for (const { path, name, act } of pagesOfChange)
    scope.post(path, (request, reply) =>
      orToLogin(request, reply, async () => {
        const token = request.body instanceof URLSearchParams ? (request.body.get('token') ?? '') : '';
        if (!isToken(token)) return toResult('unknown', request, reply);
        const result = await caller.run(name, request, (call) => act(token, call, deps));
        return toResult(result, request, reply);
      }),
    );
}

const isToken = (token: string): boolean => token !== '' && token.length <= tokenMax;

function toResult(result: ActionResult, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = actionResults.find((one) => one === result) ?? 'unknown';
  return reply.redirect(withLanguage(`/action_result?result=${known}`, request.url), 303);
}

/** These pages have no screen for a limit that is reached; the login page has words for it. */
async function orToLogin(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof Refusal) || error.refusal !== 'rateLimited') throw error;
    request.refusalName = error.refusal;
    return reply.redirect(withLanguage('/login?error=too-many-requests', request.url), 303);
  }
}
