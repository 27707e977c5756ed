/** Mounts the pages that work without script: the app's routes, its forms and the email-change pages. */
import type { FastifyInstance } from 'fastify';

import type { Deps } from '#deps.ts';

import type { DefaultLimit } from '#http/calls/default-limit.ts';
import { installEmailChangePages, installEmailChangePosts } from './email-change-pages.ts';
import { installFormPosts } from '#http/forms/form-posts.ts';
import { installFormScope } from '#http/forms/form-scope.ts';
import { createSsoPosts } from '#http/forms/sso-posts.ts';
import { installGooglePosts } from '#http/forms/google-posts.ts';
import { installPageRoutes } from './page-routes.ts';
import type { Pages } from './pages.ts';
import type { StepPageSender } from '#http/documents/page-brand.ts';
import type { Caller } from '#http/calls/routes.ts';
import { createSessionCookies } from '#http/forms/session-cookies.ts';
import { createSignedInAnswer } from '#http/forms/signed-in-answer.ts';

export function installAppPages(
  app: FastifyInstance,
  {
    deps,
    sendPage,
    limit,
    caller,
    pages,
  }: { deps: Deps; sendPage: StepPageSender; limit: DefaultLimit; caller: Caller; pages: Pages },
): void {
  const { settings } = deps;
  const cookies = createSessionCookies(settings, deps.clock);
  const signedIn = createSignedInAnswer(settings, cookies, caller, pages);
  const sso = createSsoPosts({ keys: deps.keys, settings, sendPage, caller, pages, signedIn });

  // The page that password managers open to change a password (W3C Change Password URL). Who is not signed in logs in
  // there first.
  app.get('/.well-known/change-password', async (_request, reply) =>
    reply.redirect(`${settings.dashboardUrl.replace(/\/+$/, '')}/me`, 302),
  );
  installPageRoutes(app, { deps, limit, caller, pages, cookies, sso });
  installEmailChangePages(app, deps, caller, pages);
  installGooglePosts(app, { settings, caller, pages, signedIn });
  installFormScope(app, settings, (scope) => {
    installFormPosts(scope, { settings, keys: deps.keys, caller, pages, signedIn, sso });
    installEmailChangePosts(scope, deps, caller);
    scope.post('/login/success', (request, reply) => signedIn.signOut(request, reply));
  });
}
