/** The pages of an email-address change (decisions, section 3): a GET that changes nothing, and the button's post. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actionResults, emailChangePath, type ActionResult } from '@app/contract/links.ts';

import type { Deps } from '#deps.ts';
import { confirmEmailChange, viewEmailChange } from '#flows/email-change.ts';
import { Refusal } from '#refusal.ts';

import type { Pages } from './pages.ts';
import { queryOf, withLanguage } from './request-address.ts';
import type { Caller } from './routes.ts';

/** Longer than any token of ours; what is longer is not looked up. */
const tokenMax = 512;

export function installEmailChangePage(app: FastifyInstance, deps: Deps, caller: Caller, pages: Pages): void {
  app.get(emailChangePath, (request, reply) =>
    orToLogin(request, reply, async () => {
      const token = queryOf(request.url).get('token') ?? '';
      // Loaded again after the app took the token out of the address: the screen says where to begin.
      if (token === '') return pages.draw(request, reply, {});
      if (!isToken(token)) return toResult('unknown', request, reply);
      const view = await caller.run('emailChange', request, (call) => viewEmailChange(token, call, deps));
      if (view.state !== 'confirm') return toResult(view.state, request, reply);
      return pages.draw(request, reply, { emailChange: { token, newEmail: view.newEmail } });
    }),
  );
}

/** Mounts the post into a scope that reads form bodies. */
export function installEmailChangePost(scope: FastifyInstance, deps: Deps, caller: Caller): void {
  scope.post(emailChangePath, (request, reply) =>
    orToLogin(request, reply, async () => {
      const token = request.body instanceof URLSearchParams ? (request.body.get('token') ?? '') : '';
      if (!isToken(token)) return toResult('unknown', request, reply);
      const result = await caller.run('emailChange', request, (call) =>
        confirmEmailChange(token, call, deps),
      );
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
