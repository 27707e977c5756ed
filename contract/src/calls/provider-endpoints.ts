/** The calls of the sign-in with Google and of single sign-on. */
import * as v from 'valibot';

import type { Endpoint } from './endpoint.ts';
import { clientType, contextData, email } from '#fields/fields.ts';
import { handle } from '#fields/handles.ts';
import { challenge } from './wire-names.ts';
import { tokens } from '#tokens/tokens.ts';

/** A signed token (RFC 7519) in its compact form. Google's have 1 to 2 kB. */
const idToken = v.pipe(
  v.string('is_invalid'),
  v.nonEmpty('is_required'),
  v.maxLength(8192, 'is_invalid'),
  v.regex(/^[\w-]+\.[\w-]+\.[\w-]*$/, 'is_invalid'),
);

/** The address to which the service sent the browser back, with the `state` of the attempt in it (threat C7). */
const redirectUrl = v.pipe(v.string('is_invalid'), v.maxLength(2048, 'is_invalid'), v.url('is_invalid'));

/** What the `code_challenge` of the attempt is the SHA-256 of (RFC 7636 §4.1). */
const codeVerifier = v.pipe(v.string('is_invalid'), v.regex(/^[\w.~-]{43,128}$/, 'is_invalid'));

/** The domain of an email address, in lower case. */
const domain = v.pipe(
  v.string('is_invalid'),
  v.nonEmpty('is_required'),
  v.maxLength(253, 'is_invalid'),
  v.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/, 'is_invalid'),
);

/** The second step after Google or single sign-on: as that of a password, with the account's address. */
const providerChallengeAnswer = v.pipe(
  v.object({ mfa: challenge, email: v.string() }),
  v.transform(({ mfa, email }) => ({ challenge: mfa, email })),
);

export const providerEndpoints = {
  /** Google sign-in (spec §4): the ID token that Google sent the browser back with. Each is taken once (threat B4). */
  signInWithGoogle: {
    method: 'POST',
    path: '/auth/v1/users/sessions/idp/google',
    audience: 'anyone',
    step: 'google.code',
    body: v.object({ idToken, contextData: v.optional(contextData), clientType }),
    answer: v.union([tokens, providerChallengeAnswer]),
    refusals: ['credentials', 'strategy', 'identityUnconfirmed'],
  },
  /**
   * Where a company's people sign in (spec §4): alike for every address of a claimed domain. `url` is the service's own
   * start address of the company, to which the app adds `redirect_uri` and `code_challenge`.
   */
  startSso: {
    method: 'POST',
    path: '/auth/v1/users/sessions/saml',
    audience: 'anyone',
    step: 'sso.init',
    body: v.object({ email }),
    answer: v.object({
      url: v.string(),
      logoutUrl: v.string(),
      flow: v.optional(v.string()),
      scope: v.optional(v.string()),
    }),
    refusals: ['ssoNotConfigured'],
    safe: true,
  },
  /** The same for a company that the address of the page names (extension): a bookmark, or its provider's tile. */
  startCompanySso: {
    method: 'POST',
    path: '/auth/v1/users/sessions/saml/company',
    audience: 'anyone',
    step: 'sso.init',
    body: v.object({ companyId: v.pipe(v.string('is_invalid'), v.toLowerCase(), v.uuid('is_invalid')) }),
    answer: v.object({ url: v.string(), logoutUrl: v.string() }),
    refusals: ['ssoNotConfigured'],
    safe: true,
  },
  /**
   * Whether a domain's people sign in by SSO, so that it can be offered as soon as an address was typed (extension). The
   * address itself stays in the browser until its person sends it.
   */
  checkSsoDomain: {
    method: 'POST',
    path: '/auth/v1/users/sessions/saml/domain',
    audience: 'anyone',
    body: v.object({ domain }),
    answer: v.object({ sso: v.boolean() }),
    safe: true,
  },
  /** The way back from a company's identity provider (spec §4): a code that is good once, for 60 seconds. */
  signInWithSsoCode: {
    method: 'POST',
    path: '/auth/v1/users/sessions/idp/saml/code',
    audience: 'anyone',
    step: 'sso.code',
    body: v.object({
      code: handle,
      redirectUrl: v.optional(redirectUrl),
      codeVerifier: v.optional(codeVerifier),
      contextData: v.optional(contextData),
      clientType,
    }),
    answer: v.union([tokens, providerChallengeAnswer]),
    refusals: ['credentials', 'invalidCode', 'strategy'],
  },
} as const satisfies Record<string, Endpoint>;
