/** Files of the site: the build's assets, the settings for apps on a CDN, the risk-data script, the reseller's logo. */
import { existsSync, readFileSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

import type { Settings } from '#settings/config.ts';
import { createLogoSource } from '#gateways/logo.ts';
import { Refusal } from '#refusal.ts';

import { appConfig, logoPath } from '#http/pages/app-config.ts';
import { languageOf } from '#http/request/language.ts';

const riskDataScript = readFileSync(new URL('./risk-data.js', import.meta.url));

export function installSiteFiles(app: FastifyInstance, settings: Settings, assetsDir: string): void {
  if (existsSync(assetsDir)) {
    void app.register(fastifyStatic, {
      root: assetsDir,
      prefix: '/assets/',
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

  app.get('/config.json', async (request, reply) => {
    reply.header('vary', 'Accept-Language, Cookie, Origin');
    return appConfig(settings, languageOf(request.url, request.headers));
  });

  app.get('/risk-data.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(riskDataScript),
  );

  if (settings.reseller.logoUrl !== undefined) {
    const logo = createLogoSource(settings.reseller.logoUrl);
    app.get(logoPath, async (request, reply) => {
      const image = await logo().catch((error: unknown) => {
        request.log.warn({ reason: String(error) }, 'the logo of the reseller could not be read');
        return undefined;
      });
      if (image === undefined) throw new Refusal('notFound');
      return reply.type(image.type).header('cache-control', 'public, max-age=3600').send(image.bytes);
    });
  }
}
