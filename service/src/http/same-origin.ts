/** Which posts come from our own pages (docs/security.md D2). */
import type { FastifyRequest } from 'fastify';

import type { Settings } from '#config.ts';

/**
 * Login CSRF: a foreign page must not sign a visitor in, or out. Fetch metadata decides where the browser sends it.
 * `Origin` alone would not do: with our `Referrer-Policy: no-referrer` it is `null` for our own forms.
 */
export function isSameOrigin(request: FastifyRequest, settings: Settings): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = request.headers;
  return origin === new URL(settings.publicUrl).origin;
}
