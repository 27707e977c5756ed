/** Checks that a form was posted by one of our own pages (threat D2). */
import type { FastifyRequest } from 'fastify';

import type { Settings } from '#settings/config.ts';

/**
 * Login CSRF: a foreign page must not sign a visitor in, or out. Fetch metadata decides where the browser sends it.
 * `Origin` on its own is not enough: with our `Referrer-Policy: no-referrer` it is `null` for our own forms.
 */
export function isSameOrigin(request: FastifyRequest, settings: Settings): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = request.headers;
  return origin === new URL(settings.publicUrl).origin;
}

/** What a browser says of where such a request came from, for the log: its site and origin, cut short. */
export function foreignSite(request: FastifyRequest): string {
  const { 'sec-fetch-site': site, origin } = request.headers;
  const said = [site && `site ${site.slice(0, 40)}`, origin && `origin ${origin.slice(0, 100)}`];
  return `a form that our own pages did not send (${said.filter(Boolean).join(', ') || 'nothing said'})`;
}
