/** Pages that the service writes itself: help, the OpenAPI document and, in development, a page to read it. */
import type { FastifyInstance } from 'fastify';

import type { Settings } from '#settings/config.ts';

import { docsPage } from './docs-page.ts';
import type { Headers } from '#http/request/headers.ts';
import { helpPage } from './help-page.ts';
import { languageOf } from '#http/request/language.ts';
import { notThroughProxies } from '#http/request/trusted-proxies.ts';
import { openApiDocument } from './openapi.ts';
import type { PageBrand } from './page-brand.ts';
import { createPlainPageSender } from './plain-page.ts';

export function installOwnPages(
  app: FastifyInstance,
  settings: Settings,
  headers: Headers,
  brand: PageBrand,
): void {
  const send = createPlainPageSender(headers, brand.css);
  // Made at the first request: it takes longer than all else here, and most processes are never asked.
  let made: ReturnType<typeof openApiDocument> | undefined;
  const document = (): ReturnType<typeof openApiDocument> => (made ??= openApiDocument(settings));
  // SIGN_UP_URL may be a path of the app.
  const signUpUrl = new URL(settings.signUpUrl, settings.publicUrl).href;
  const help = { reseller: settings.reseller.name, brand, signUpUrl };

  app.get('/help', async (request, reply) => {
    reply.header('vary', 'Accept-Language, Cookie');
    return send(reply, helpPage(languageOf(request.url, request.headers), help));
  });
  app.get('/openapi.json', async () => document());
  if (settings.environment === 'development') {
    notThroughProxies(app, (own) =>
      own.get('/docs', async (_request, reply) => send(reply, docsPage(document(), brand))),
    );
  }
}
