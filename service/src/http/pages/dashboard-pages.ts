/**
 * Serves the built dashboard at `/dashboard`, if DASHBOARD_URL is set (requirements §2): one document for all of its
 * addresses, and its files.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { storedNavigations, storedThemes, viewCookies } from '@app/contract/pages/cookies.ts';

import type { Settings } from '#settings/config.ts';
import { Refusal } from '#refusal.ts';

import { encodingOf } from './compressed-page.ts';
import type { Headers } from '#http/request/headers.ts';
import { languageOf } from '#http/request/language.ts';
import { cookieOf } from '#http/request/request-cookies.ts';
import { loadDashboardDocuments } from './dashboard-documents.ts';

/** Where the build expects to be served (`dashboard/vite.config.ts`). */
const path = '/dashboard';

/** @param dir the build of the dashboard */
export function installDashboardPages(
  app: FastifyInstance,
  { settings, headers, dir }: { settings: Settings; headers: Headers; dir: string },
): void {
  const target = new URL(settings.dashboardUrl);
  if (target.origin !== new URL(settings.publicUrl).origin) return;
  if (target.pathname.replace(/\/+$/, '') !== path) return;

  const documents = loadDashboardDocuments(join(dir, 'pages'), settings);
  if (documents === undefined) app.log.warn('the dashboard is not built: its pages are answered with 503');
  const mustBeBuilt = (): NonNullable<typeof documents> => {
    if (documents === undefined) throw new Refusal('unavailable', { message: 'The dashboard is not built.' });
    return documents;
  };
  const pageHeaders = {
    // Nobody may frame the dashboard: FRAME_ORIGINS is only for the sign-in app (threat D4).
    ...headers.page(documents?.styleHashes ?? [], { framed: false }),
    'content-type': 'text/html; charset=utf-8',
    vary: 'Accept-Language, Cookie, Accept-Encoding',
  };

  async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { cookie, 'accept-encoding': accepted } = request.headers;
    const encoding = encodingOf(accepted);
    const stored = (name: keyof typeof viewCookies): string | undefined =>
      cookieOf(cookie, viewCookies[name]);
    const bytes = mustBeBuilt().document(
      {
        language: languageOf(request.url, request.headers),
        theme: storedThemes.find((theme) => theme === stored('theme')),
        collapsed: storedNavigations.some((each) => each === stored('navigation')),
      },
      encoding,
    );
    if (encoding !== undefined) reply.header('content-encoding', encoding);
    return reply.headers(pageHeaders).send(bytes);
  }

  app.get(path, send);
  app.get(`${path}/*`, send);
  // The sign-in app preloads these after a sign-in.
  app.get(`${path}/first-load.json`, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(mustBeBuilt().firstLoad),
  );
  // A missing file is not the document.
  app.get(`${path}/assets/*`, () => {
    throw new Refusal('notFound');
  });
  const assets = join(dir, 'client/assets');
  if (!existsSync(assets)) return;
  void app.register(fastifyStatic, {
    root: assets,
    prefix: `${path}/assets/`,
    decorateReply: false,
    index: false,
    // One route a file, so that no other path reaches the file system.
    wildcard: false,
    // The build writes .br and .gz next to each file; the names carry a hash of the content.
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    setHeaders: (reply) => void reply.header('vary', 'Accept-Encoding'),
  });
}
