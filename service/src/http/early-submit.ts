/**
 * The login form, posted before the app's script ran: the same call as the script would have made, answered with the
 * login page that holds its outcome, from which the app goes on (decisions, section 4, fields). The body is never logged.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Settings } from '#config.ts';
import { Refusal } from '#refusal.ts';

import { bodyLimit } from './json-body.ts';
import type { Pages } from './page-routes.ts';
import { refusalAnswer } from './refusal-answer.ts';
import type { Caller } from './routes.ts';

export function installEarlySubmit(
  app: FastifyInstance,
  settings: Settings,
  caller: Caller,
  pages: Pages,
): void {
  // Its own scope: forms are read here and nowhere else, so no foreign form can reach a call of the contract.
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      async (_request: unknown, body: string) => new URLSearchParams(body),
    );
    scope.post('/login', async (request, reply) => {
      if (!isSameOrigin(request, settings)) throw new Refusal('forbidden');
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const email = form.get('email') ?? '';
      try {
        const answer = await caller.make(
          'signInWithPassword',
          { email, password: form.get('password') ?? '' },
          request,
        );
        return pages.sendOutcome(request, reply, 200, { email, outcome: { ok: true, answer } });
      } catch (error) {
        const { name, status, headers, body } = refusalAnswer(error, request.id);
        request.refusalName = name;
        if (name === 'unknown') request.log.error({ err: error }, 'a call failed unexpectedly');
        reply.headers(headers);
        return pages.sendOutcome(request, reply, status, { email, outcome: { ok: false, status, body } });
      }
    });
  });
}

/**
 * Login CSRF: a foreign page must not sign a visitor in (docs/security.md D2). Fetch metadata decides where the browser
 * sends it. `Origin` alone would not do: with our `Referrer-Policy: no-referrer` it is `null` for our own forms.
 */
function isSameOrigin(request: FastifyRequest, settings: Settings): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = request.headers;
  return origin === new URL(settings.publicUrl).origin;
}
