/** Mounts the app's pages (spec §2): finished documents that are the same for everybody, and rendered screens. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  linkPages,
  type LinkPage,
  type emailChangeCancelPath,
  type emailChangePath,
} from '@app/contract/pages/links.ts';
import type { PageData } from '@app/contract/pages/page-data.ts';
import { documentPaths, pages as table, type PagePath } from '@app/contract/pages/pages.ts';

import type { Deps } from '#deps.ts';

import { clientOf } from '#http/request/client-address.ts';
import type { DefaultLimit } from '#http/calls/default-limit.ts';
import { checkedLink, linkOfAddress } from './link-check.ts';
import type { Pages } from './pages.ts';
import { queryOf, searchOf, withLanguage } from '#http/request/request-address.ts';
import type { Caller } from '#http/calls/routes.ts';
import { type SessionCookies, signedInOf } from '#http/forms/session-cookies.ts';
import type { SsoPosts } from '#http/forms/sso-posts.ts';

/** The pages of an email-address change have their own routes (`email-change-pages.ts`). */
type OtherPage =
  '/' | '/login' | '/login/sso' | '/login/success' | typeof emailChangePath | typeof emailChangeCancelPath;

/** The pages that are rendered for each request, whatever the address says. A new page without a route does not compile. */
const renderedPages: Record<
  Exclude<PagePath, OtherPage | LinkPage | (typeof documentPaths)[number]>,
  true
> = {
  '/action_result': true,
};

interface RouteDeps {
  readonly deps: Deps;
  readonly limit: DefaultLimit;
  readonly caller: Caller;
  readonly pages: Pages;
  readonly cookies: SessionCookies;
  readonly sso: SsoPosts;
}

/** Mounts the routes of the app. HEAD comes with each GET. None of them changes anything (threat D7). */
export function installPageRoutes(app: FastifyInstance, routeDeps: RouteDeps): void {
  const { deps, limit, caller, pages, cookies, sso } = routeDeps;

  // A rendered page costs more than a finished one.
  const render = (request: FastifyRequest, reply: FastifyReply, page: PageData): Promise<FastifyReply> => {
    limit.take('page', clientOf(request.ip), deps.clock());
    return pages.render(request, reply, page);
  };

  app.get('/', async (request, reply) => reply.redirect(`/login${searchOf(request.url)}`, 302));

  for (const path of ['/login', '/login/sso'] as const) {
    app.get(path, async (request, reply) => {
      const finished = path === '/login/sso' ? sso.finish(request, reply) : undefined;
      if (finished) return finished;
      const session = cookies.present(request);
      const query = queryOf(request.url);
      // A person who returns from a company's sign-in page with a code is being signed in.
      const returned = path === '/login/sso' && query.has('code');
      const form = path === '/login/sso' && !query.has('error') ? 'sso' : 'login';
      if (!session || query.get('script') !== 'off')
        return pages.send(session || returned ? 'loading' : form, request, reply);
      // The loading page was opened without script, which would judge the session: it is judged here.
      const signedIn = await signedInOf(request, cookies, deps);
      if (signedIn === undefined) return pages.send(form, request, reply);
      return reply.redirect(withLanguage('/login/success', request.url), 302);
    });
  }

  app.get('/login/success', async (request, reply) => {
    const signedIn = await signedInOf(request, cookies, deps);
    if (signedIn !== undefined) return render(request, reply, { signedIn });
    return pages.send(cookies.present(request) ? 'loading' : 'login', request, reply);
  });

  for (const path of documentPaths.filter((each) => each !== '/login/sso'))
    app.get(path, async (request, reply) => pages.send(table[path].screen, request, reply));

  for (const path of Object.keys(linkPages) as LinkPage[]) {
    app.get(path, async (request, reply) => {
      const link = linkOfAddress(path, request.url);
      const checked = link && (await checkedLink(link, request, caller));
      return render(request, reply, checked === undefined ? {} : { link: checked });
    });
  }

  for (const path of Object.keys(renderedPages))
    app.get(path, async (request, reply) => render(request, reply, {}));
}
