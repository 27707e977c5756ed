/** The path of a request as the log may have it: nothing in it that somebody else could have put there (threat D11). */
import type { FastifyInstance } from 'fastify';

import { pathOf } from './request-address.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Returns how a path is logged, by the routes that are added after this call: their words and the ids of rows stay, and
 * every other part becomes `…`. A person may paste a token below a path, and a mail program may break a link there.
 */
export function collectLoggedPaths(app: FastifyInstance): (url: string) => string {
  const words = new Set(['']);
  app.addHook('onRoute', ({ url }) => {
    for (const part of url.split('/')) if (!part.startsWith(':')) words.add(part.replace('*', ''));
  });
  return (url) =>
    pathOf(url)
      .slice(0, 200)
      .split('/')
      .map((part) => (words.has(part) || uuid.test(part) ? part : '…'))
      .join('/');
}
