/** Reads the path and the query of a request. */
import type { FastifyInstance } from 'fastify';

export const pathOf = (url: string): string => url.split('?')[0] ?? '';

/** The query with its question mark; empty without one. */
export function searchOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}

export const queryOf = (url: string): URLSearchParams => new URLSearchParams(searchOf(url));

/** A path of ours with the language parameter of the current address. */
export function withLanguage(path: string, url: string): string {
  const language = queryOf(url).get('lng');
  if (language === null || !/^[a-z-]{2,11}$/i.test(language)) return path;
  return `${path}${path.includes('?') ? '&' : '?'}lng=${language}`;
}

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
