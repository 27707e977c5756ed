/**
 * The sign-in with Google for a browser without script (threats C7, D2): a link starts it, and Google's page posts its
 * answer here (OAuth 2.0 Form Post Response Mode). The proof of the attempt is in a cookie that no script reads.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { minutes } from '@app/contract/fields/durations.ts';
import type { WireAnswer } from '@app/contract/calls/endpoints.ts';

import type { Settings } from '#settings/config.ts';
import { hashHandle, newHandle, sameDigest } from '#security/tokens/handles.ts';
import { Refusal } from '#refusal.ts';

import type { Caller } from '#http/calls/routes.ts';
import type { Pages } from '#http/pages/pages.ts';
import { cookieOf } from '#http/request/request-cookies.ts';
import { clientTypeOf, outcomeOf } from './posted-outcome.ts';
import { installFormScope } from './form-scope.ts';
import type { SignedInAnswer } from './signed-in-answer.ts';

/** Where the sign-in starts, and where Google's page posts its answer. */
export const googlePath = '/login/google';
const attemptLifetime = minutes(10);

interface GoogleDeps {
  readonly settings: Settings;
  readonly caller: Caller;
  readonly pages: Pages;
  readonly signedIn: SignedInAnswer;
}

export function installGooglePosts(app: FastifyInstance, deps: GoogleDeps): void {
  const { google, publicUrl } = deps.settings;
  if (!google) return;
  const https = publicUrl.startsWith('https:');
  const name = https ? '__Host-google_attempt' : 'google_attempt';
  // Google's page posts across sites. Plain http, in development, has Google's stand-in on the same site.
  const end = `; Path=/; HttpOnly; ${https ? 'SameSite=None; Secure' : 'SameSite=Lax'}`;
  const setAttempt = (reply: FastifyReply, value: string, lifetime: number): void =>
    void reply.header('set-cookie', `${name}=${value}; Max-Age=${lifetime / 1000}${end}`);

  // A HEAD would begin an attempt that nobody continues.
  app.get(googlePath, { exposeHeadRoute: false }, async (_request, reply) => {
    const attempt = newHandle();
    setAttempt(reply, attempt, attemptLifetime);
    const address = new URL(google.authorizeUrl);
    const asked = {
      client_id: google.clientId,
      redirect_uri: publicUrl + googlePath,
      response_type: 'id_token',
      response_mode: 'form_post',
      scope: 'openid email',
      ...proofOf(attempt),
    };
    for (const [parameter, value] of Object.entries(asked)) address.searchParams.set(parameter, value);
    return reply.redirect(address.href, 302);
  });

  installFormScope(
    app,
    deps.settings,
    (scope) => {
      scope.post(googlePath, (request, reply) => {
        const attempt = cookieOf(request.headers.cookie, name);
        setAttempt(reply, '', 0);
        return answerGoogle(attempt, request, reply, deps);
      });
    },
    { anyOrigin: true },
  );
}

async function answerGoogle(
  attempt: string | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  { caller, pages, signedIn }: GoogleDeps,
): Promise<FastifyReply> {
  const posted = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const outcome = await outcomeOf(request, reply, () => {
    const idToken = tokenOfAttempt(posted, attempt);
    const body = { idToken, clientType: clientTypeOf(request) };
    return caller.make('signInWithGoogle', body, request, {
      platform: 'authentication-ui',
      idempotencyKey: undefined,
    });
  });
  if (outcome.ok) return signedIn.sendProvider(outcome.answer as WireAnswer<'signInWithGoogle'>, reply);
  const page = { posted: { form: 'signInWithGoogle' as const, values: {}, outcome } };
  return pages.render(request, reply, page, { path: '/login', search: '', status: outcome.status });
}

/**
 * The token, if it answers the attempt of this browser: a foreign page must not sign a visitor in (login CSRF). Throws
 * `Refusal` `credentials`.
 */
function tokenOfAttempt(posted: URLSearchParams, attempt: string | undefined): string {
  const idToken = posted.get('id_token');
  if (attempt === undefined || idToken === null) throw new Refusal('credentials');
  const { state, nonce } = proofOf(attempt);
  if (!same(posted.get('state'), state) || !same(nonceOf(idToken), nonce)) throw new Refusal('credentials');
  return idToken;
}

/** State and nonce of an attempt: digests, so that neither tells the cookie's value, nor one the other. */
const proofOf = (attempt: string): { readonly state: string; readonly nonce: string } => ({
  state: hashHandle(`state ${attempt}`).toString('base64url'),
  nonce: hashHandle(`nonce ${attempt}`).toString('base64url'),
});

const same = (given: unknown, expected: string): boolean =>
  typeof given === 'string' && sameDigest(Buffer.from(given), Buffer.from(expected));

/** The nonce of a token whose signature the call verifies next. */
function nonceOf(idToken: string): unknown {
  try {
    const claims: unknown = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
    return (claims as { readonly nonce?: unknown } | null)?.nonce;
  } catch {
    return undefined;
  }
}
