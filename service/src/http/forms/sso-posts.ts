/**
 * Single sign-on for a browser without script (threats C7, D2): a form of our page starts it, and the way back is
 * finished here. The proof of the attempt is in a cookie that no script reads.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as limits from '@app/contract/fields/limits.ts';
import { ssoErrorValues, type SsoErrorValue } from '@app/contract/fields/vocabulary.ts';
import type { PageData } from '@app/contract/pages/page-data.ts';
import type { WireAnswer } from '@app/contract/calls/endpoints.ts';

import type { Settings } from '#settings/config.ts';
import { hashHandle, newHandle } from '#security/tokens/handles.ts';
import type { Keys } from '#security/tokens/keys.ts';
import { Refusal } from '#refusal.ts';

import type { Caller } from '#http/calls/routes.ts';
import type { Pages } from '#http/pages/pages.ts';
import type { StepPageSender } from '#http/documents/page-brand.ts';
import { queryOf } from '#http/request/request-address.ts';
import { cookieOf } from '#http/request/request-cookies.ts';
import { sendLeadingPage } from '#http/saml/posting-page.ts';
import { clientTypeOf, outcomeOf } from './posted-outcome.ts';
import type { SignedInAnswer } from './signed-in-answer.ts';
import { deviceOf } from './form-cookies.ts';

export const ssoPath = '/login/sso';

export interface SsoPosts {
  /** Leads to the company's login page. @param start the service's start address */
  begin(start: string, reply: FastifyReply): FastifyReply;
  /** Answers a return to the attempt of this browser's form; undefined for any other. */
  finish(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined;
}

interface SsoDeps {
  readonly keys: Keys;
  readonly settings: Settings;
  readonly sendPage: StepPageSender;
  readonly caller: Caller;
  readonly pages: Pages;
  readonly signedIn: SignedInAnswer;
}

export function createSsoPosts({ keys, settings, sendPage, caller, pages, signedIn }: SsoDeps): SsoPosts {
  const { publicUrl } = settings;
  const https = publicUrl.startsWith('https:');
  const name = https ? '__Host-sso_attempt' : 'sso_attempt';
  const setAttempt = (reply: FastifyReply, value: string, lifetime: number): void =>
    void reply.header(
      'set-cookie',
      `${name}=${value}; Max-Age=${lifetime / 1000}; Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`,
    );

  return {
    begin(start, reply) {
      const attempt = newHandle();
      setAttempt(reply, attempt, limits.ssoRequestLifetime);
      const { redirectUrl, codeVerifier } = partsOf(attempt, publicUrl);
      const address = new URL(start);
      address.searchParams.set('redirect_uri', redirectUrl);
      address.searchParams.set(
        'code_challenge',
        createHash('sha256').update(codeVerifier).digest('base64url'),
      );
      return sendLeadingPage(address.href, reply, sendPage);
    },
    finish(request, reply) {
      const attempt = cookieOf(request.headers.cookie, name);
      // A HEAD would consume the code.
      if (attempt === undefined || request.method !== 'GET') return undefined;
      const { state, redirectUrl, codeVerifier } = partsOf(attempt, publicUrl);
      const query = queryOf(request.url);
      const [code, error] = [query.get('code'), query.get('error')];
      if (query.get('state') !== state || (code === null && error === null)) return undefined;
      setAttempt(reply, '', 0);
      return answer(request, reply, async () => {
        if (code === null) throw new Refusal('credentials', { reason: 'refused at single sign-on' });
        const body = {
          code,
          redirectUrl,
          codeVerifier,
          contextData: deviceOf({ request, reply }, { keys, publicUrl }),
          clientType: clientTypeOf(request),
        };
        return caller.make('signInWithSsoCode', body, request, {
          platform: 'authentication-ui',
          idempotencyKey: undefined,
        });
      });
    },
  };

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    call: () => Promise<unknown>,
  ): Promise<FastifyReply> {
    const outcome = await outcomeOf(request, reply, call);
    if (outcome.ok) return signedIn.sendProvider(outcome.answer as WireAnswer<'signInWithSsoCode'>, reply);
    const { status } = outcome;
    // Another method: the login page has its words and its button.
    if (status === 403) {
      const page: PageData = { posted: { form: 'signInWithPassword', values: {}, outcome } };
      return pages.render(request, reply, page, { path: '/login', search: '', status });
    }
    const error = ssoErrorValues.find((value) => value === queryOf(request.url).get('error'));
    const values = { error: error ?? ('sso-expired' satisfies SsoErrorValue) };
    const page: PageData = { posted: { form: 'startSso', values, outcome } };
    return pages.render(request, reply, page, { path: ssoPath, search: '', status });
  }
}

/** The parts of an attempt: digests, so that none tells the cookie's value or another part. */
function partsOf(attempt: string, publicUrl: string) {
  const part = (of: string): string => hashHandle(`sso ${of} ${attempt}`).toString('base64url');
  const state = part('state');
  return { state, redirectUrl: `${publicUrl}${ssoPath}?state=${state}`, codeVerifier: part('verifier') };
}
