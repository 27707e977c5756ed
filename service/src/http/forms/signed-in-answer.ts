/** A finished sign-in, and a sign-out, without script: the cookies of the session, and the way on. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as limits from '@app/contract/fields/limits.ts';
import { allowedRedirect, type RedirectTargets } from '@app/contract/pages/redirects.ts';
import type { WireAnswer } from '@app/contract/calls/endpoints.ts';
import type { TokensOnTheWire } from '@app/contract/tokens/tokens.ts';
import type { Platform } from '@app/contract/fields/vocabulary.ts';

import { Refusal } from '#refusal.ts';

import type { Pages } from '#http/pages/pages.ts';
import { refusalAnswer } from '#http/calls/refusal-answer.ts';
import { queryOf, withLanguage } from '#http/request/request-address.ts';
import type { Caller } from '#http/calls/routes.ts';
import type { SessionCookies } from './session-cookies.ts';

/** What a sign-in with Google or single sign-on answered. */
type ProviderAnswer = WireAnswer<'signInWithGoogle'>;

export interface SignedInAnswer {
  /** The same for an answer of Google or single sign-on, or the page of the second step that it asks for. */
  sendProvider(answer: ProviderAnswer, reply: FastifyReply): Promise<FastifyReply>;
  /** Stores the tokens as the app would, and sends the person on: to the allowed redirect, else the success page. */
  send(
    tokens: TokensOnTheWire,
    platform: Platform,
    reply: FastifyReply,
    email: string,
  ): Promise<FastifyReply>;
  /** Ends the session that the cookies hold, deletes it from the browser, and opens the login page. */
  signOut(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/** Where the `redirect` of an address may lead without script: the desktop app's scheme is for the app's own button. */
export function redirectOf(url: string, targets: RedirectTargets): string | undefined {
  const redirect = allowedRedirect(queryOf(url).get('redirect'), targets);
  return redirect !== undefined && /^https?:/.test(redirect) ? redirect : undefined;
}

export function createSignedInAnswer(
  targets: RedirectTargets,
  cookies: SessionCookies,
  caller: Caller,
  pages: Pages,
): SignedInAnswer {
  /** Never throws: a session that could not be ended is logged, and the browser is signed out all the same. */
  async function revoke(refreshToken: string, request: FastifyRequest): Promise<void> {
    await caller.make('revokeTokens', { refreshToken }, request).catch((error: unknown) => {
      request.log.warn({ reason: refusalAnswer(error, request.id).name }, 'a session was not ended');
    });
  }

  return {
    sendProvider(answer, reply) {
      if ('access_token' in answer) return this.send(answer, 'authentication-ui', reply, '');
      const { email, ...challenge } = answer;
      // The code step is that of a password.
      const posted = {
        form: 'signInWithPassword' as const,
        values: { email },
        outcome: { ok: true as const, answer: challenge },
      };
      return pages.render(reply.request, reply, { posted }, { path: '/login', search: '' });
    },
    async send(tokens, platform, reply, email) {
      const { request } = reply;
      const written = cookies.writing(tokens, platform, request);
      if (!written.ok) {
        const { endpoint } = request;
        request.log.error(
          { event: 'cookieTooLarge', name: written.name, bytes: written.bytes },
          'no session',
        );
        await revoke(tokens.refresh_token, request);
        request.endpoint = endpoint;
        return pages.render(request, reply, failedPage(request, email), { path: '/login', status: 500 });
      }
      if (written.bytes > limits.cookiesTotalWarn)
        request.log.warn({ event: 'cookiesLarge', bytes: written.bytes }, 'large cookies');
      reply.header('set-cookie', written.lines);
      const redirect = redirectOf(request.url, targets);
      return reply.redirect(redirect ?? withLanguage('/login/success', request.url), 303);
    },
    async signOut(request, reply) {
      // A planted token next to ours is revoked too; more than a few are not ours to look at.
      const tokens = cookies.values('refresh_token', request).slice(0, 4);
      await Promise.all(tokens.map((token) => revoke(token, request)));
      reply.header('set-cookie', cookies.clearing(request));
      return reply.redirect(withLanguage('/login', request.url), 303);
    },
  };
}

/** The sign-in fails visibly: a browser would drop the value silently (requirements §4 "Cookies"). */
function failedPage(request: FastifyRequest, email: string) {
  const { name, status, body } = refusalAnswer(new Refusal('unknown'), request.id);
  request.refusalName = name;
  const outcome = { ok: false as const, status, retryAfter: null, body };
  return { posted: { form: 'signInWithPassword' as const, values: { email }, outcome } };
}
