/** Reads forms in their own scope, so that no form, also none of a foreign page, can reach a call. */
import type { FastifyInstance } from 'fastify';

import type { Settings } from '#settings/config.ts';
import { Refusal } from '#refusal.ts';

import { bodyLimit } from '#http/calls/json-body.ts';
import { foreignSite, isSameOrigin } from '#http/request/same-origin.ts';

/**
 * `install` mounts POST routes that take `application/x-www-form-urlencoded` from our own pages, and nothing else.
 *
 * @param options `anyOrigin`: from any page; the routes check themselves whose post it is
 */
export function installFormScope(
  app: FastifyInstance,
  settings: Settings,
  install: (scope: FastifyInstance) => void,
  { anyOrigin = false } = {},
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      async (_request: unknown, body: string) => new URLSearchParams(body),
    );
    // Before the body is read: a foreign form is not even parsed.
    scope.addHook('onRequest', async (request) => {
      if (!anyOrigin && !isSameOrigin(request, settings))
        throw new Refusal('forbidden', { reason: foreignSite(request) });
    });
    scope.addHook('preHandler', async (request) => {
      if (!(request.body instanceof URLSearchParams)) throw new Refusal('unsupportedMediaType');
    });
    install(scope);
  });
}
