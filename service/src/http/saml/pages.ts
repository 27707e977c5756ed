/**
 * Single sign-on as a browser walks it (requirements §3): to the company's identity provider, back with its answer, and
 * out again. Every answer is a way on; no cookie is read, and none is set.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EventReason } from '@app/contract/dashboard/event-reasons.ts';
import * as limits from '@app/contract/fields/limits.ts';
import { withSupportCode } from '@app/contract/fields/support-code.ts';

import { recordAttempt } from '#accounts/sign-in-attempt.ts';
import type { Call, Deps } from '#deps.ts';
import { sendSamlTest } from '#flows/dashboard/single-sign-on/saml-test.ts';
import { openCompanyStart } from '#flows/providers/company-start.ts';
import { beginSsoLogin, finishSsoLogin } from '#flows/providers/sso-login.ts';
import { Refusal } from '#refusal.ts';
import type { Sent } from '#security/saml/binding.ts';
import { canBeCompanyId } from '#store/accounts/saml-configurations.ts';

import { clientOf } from '#http/request/client-address.ts';
import type { StepPageSender } from '#http/documents/page-brand.ts';
import { queryOf, withLanguage } from '#http/request/request-address.ts';
import type { Caller } from '#http/calls/routes.ts';
import { isSameOrigin } from '#http/request/same-origin.ts';
import { createLogoutPages, type LogoutPages } from './logout-pages.ts';
import { sendPostingPage } from './posting-page.ts';
import { createSamlQueue } from './queue.ts';

type Company = { Params: { companyId: string } };

interface Pages {
  readonly sendPage: StepPageSender;
  readonly caller: Caller;
  readonly deps: Deps;
}

/** An answer in base64, percent signs of a form included, and its RelayState. */
const formMax = Math.ceil(limits.samlMax * 1.5) + 16 * 1024;

export function installSamlPages(
  app: FastifyInstance,
  sendPage: StepPageSender,
  deps: Deps,
  caller: Caller,
): void {
  app.get<Company>('/auth/v1/saml/:companyId/start', { exposeHeadRoute: false }, (request, reply) =>
    goOn({ reply, status: 302, sendPage, caller, deps }, async (call) => ({
      to: await openCompanyStart(request.params.companyId, call, deps),
    })),
  );
  // Only for the dashboard: a link elsewhere must lead to no address that a company has set (threat D1).
  app.get<Company>('/auth/v1/saml/:companyId/test', { exposeHeadRoute: false }, (request, reply) =>
    goOn({ reply, status: 302, sendPage, caller, deps }, (call) =>
      sendSamlTest(
        request.params.companyId,
        isSameOrigin(request, deps.settings) ? only(queryOf(request.url), 'state') : undefined,
        call,
        deps,
      ),
    ),
  );
  // A HEAD would begin an attempt that nobody continues.
  app.get<Company>('/auth/v1/saml/:companyId/login', { exposeHeadRoute: false }, (request, reply) =>
    goOn({ reply, status: 302, sendPage, caller, deps }, (call) => {
      const query = queryOf(request.url);
      const attempt = {
        redirectUri: only(query, 'redirect_uri'),
        codeChallenge: query.get('code_challenge') ?? undefined,
        codeChallengeMethod: query.get('code_challenge_method') ?? undefined,
        logoutToken: only(query, 'logout'),
        forceAuthn: only(query, 'force_authn') === 'true',
        startedBy: only(query, 'by'),
      };
      return beginSsoLogin(request.params.companyId, attempt, call, deps);
    }),
  );
  const logout = createLogoutPages(app, sendPage, deps, caller);
  // A HEAD would consume what a logout needs.
  app.get<Company>('/auth/v1/saml/:companyId/logout', { exposeHeadRoute: false }, logout.get);
  void app.register(async (scope) => installAnswers(scope, { sendPage, deps, caller }, logout));
}

/**
 * The page of a provider posts here, from its own origin: nothing but the body counts. It has its own scope, so that no
 * other route reads such a form.
 */
function installAnswers(
  scope: FastifyInstance,
  { sendPage, deps, caller }: Pages,
  logout: LogoutPages,
): void {
  const queue = createSamlQueue();
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formMax },
    async (_request: unknown, body: string) => new URLSearchParams(body),
  );
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    // Too large, or no form: the person is told so like of any other answer that cannot be read.
    if (error.code?.startsWith('FST_ERR_CTP_'))
      return unreadable(request as FastifyRequest<Company>, reply, deps);
    throw error;
  });
  scope.post<Company>('/auth/v1/saml/:companyId/acs', (request, reply) => {
    const { body } = request;
    if (!(body instanceof URLSearchParams))
      return unreadable(request as FastifyRequest<Company>, reply, deps);
    const posted = { samlResponse: only(body, 'SAMLResponse'), relayState: only(body, 'RelayState') };
    // The wait for a turn comes first: it reveals nothing about the state of the database.
    return queue.run(clientOf(request.ip), posted.samlResponse ?? '', () =>
      goOn({ reply, status: 303, sendPage, caller, deps }, async (call) => ({
        to: await finishSsoLogin(request.params.companyId, posted, call, deps),
      })),
    );
  });
  scope.post<Company>('/auth/v1/saml/:companyId/logout', (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    return queue.run(clientOf(request.ip), form.toString(), () => logout.post(request, form, reply));
  });
}

/** Sends the browser on. These addresses have no screen for a limit that is reached; the login page has words for it. */
async function goOn(
  {
    reply,
    status,
    sendPage,
    caller,
    deps,
  }: Pages & { readonly reply: FastifyReply; readonly status: 302 | 303 },
  way: (call: Call) => Promise<Sent>,
): Promise<FastifyReply> {
  const { request } = reply;
  try {
    const sent = await caller.run(`saml ${request.routeOptions.url}`, request, way);
    if ('form' in sent) return sendPostingPage(sent.form, 'signIn', reply, { sendPage, deps });
    const next = sent.to;
    return reply.redirect(next.startsWith('/') ? withLanguage(next, request.url) : next, status);
  } catch (error) {
    if (!(error instanceof Refusal) || error.refusal !== 'rateLimited') throw error;
    request.refusalName = error.refusal;
    record(request as FastifyRequest<Company>, 'rateLimited', deps);
    const next = withSupportCode('/login?error=too-many-requests', request.id);
    return reply.redirect(withLanguage(next, request.url), 303);
  }
}

function unreadable(request: FastifyRequest<Company>, reply: FastifyReply, deps: Deps): FastifyReply {
  record(request, 'samlInvalid', deps);
  const next = withSupportCode('/login?error=sso-invalid-response', request.id);
  return reply.redirect(withLanguage(next, request.url), 303);
}

/** The attempt of a request that did not reach its flow, for the sign-in log of the path's company. */
function record({ params, ip, id }: FastifyRequest<Company>, reason: EventReason, deps: Deps): void {
  const companyId = canBeCompanyId(params.companyId) ? params.companyId : undefined;
  if (companyId === undefined) return;
  const attempt = { kind: 'signedIn', method: 'saml', outcome: 'refused', reason, companyId } as const;
  recordAttempt(attempt, { client: clientOf(ip), platform: 'authentication-ui', requestId: id }, deps);
}

/** The value if it occurs exactly once; two could be read differently by two readers. */
function only(values: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = values.getAll(name);
  return others.length === 0 ? value : undefined;
}
