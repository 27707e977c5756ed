/**
 * Shows the `error` query parameter (spec §2) and the `notice` of a logout; loaded when an address has one. An SSO value
 * is an error of the login form, another known value a critical toast. All are removed from the address (requirements
 * §4 "Error values").
 */
import type { LogoutNotice, PageErrorValue } from '@app/contract/fields/vocabulary.ts';
import { supportCodeIn, supportCodeParameter } from '@app/contract/fields/typed-support-code.ts';
import { companyParameter, unaskedParameter } from '@app/contract/pages/pages.ts';
import { loadChunk } from '@app/session/pages/load-chunk.ts';
import { navigate } from 'wouter/use-browser-location';

import type { AuthDeps } from '#auth/auth-deps.ts';
import type { AuthStatus } from '#auth/auth-state.ts';
import { askFreshly } from '#auth/provider/provider-attempt.ts';
import { ssoAdvice } from '#auth/sso-advice.ts';
import { failWith } from '#auth/sign-in-failure.ts';
import type { Notice } from '#forms/notices.ts';
import type { TextKey, Texts } from '#i18n/use-texts.ts';
import { ssoForm } from '#screens/login/login-screen.tsx';
import { openStep } from '#screens/login/login-step.ts';

const words = {
  'not-found': 'errors.notFound',
  'router-error': 'errors.routerError',
  unknown: 'errors.unknown',
  'session-expired': 'errors.sessionExpired',
  'link-expired': 'errors.linkExpired',
  network: 'errors.network',
  'too-many-requests': 'errors.rateLimited',
} as const satisfies Record<PageErrorValue, TextKey>;

/** The results of a logout at a company's provider (requirements §4 "Single logout"). */
const logouts = {
  'logged-out': { words: 'notices.loggedOut', variant: 'success' },
  'logged-out-here': { words: 'notices.loggedOutHere', variant: 'info' },
} as const satisfies Record<LogoutNotice, Notice>;

export interface PageErrorDeps {
  readonly deps: AuthDeps;
  /** Not UNKNOWN: no message is shown before it is known who is signed in. */
  readonly status: Exclude<AuthStatus, 'UNKNOWN'>;
  readonly say: (notice: Notice) => void;
  readonly texts: Texts;
}

/**
 * Removes the error from the address and shows it once. A signed-out person is sent to login with the same toast. A
 * signed-in person is redirected from login to the success page, so no message about login is shown, and no address
 * signs a person out. An SSO error is shown by the SSO form.
 */
export async function takePageError({ deps, status, say, texts }: PageErrorDeps): Promise<void> {
  const address = new URL(location.href);
  const value = address.searchParams.get('error');
  const notice = address.searchParams.get('notice');
  const company = address.searchParams.get(companyParameter);
  const unasked = address.searchParams.has(unaskedParameter);
  const supportCode = supportCodeIn(address.searchParams);
  if (value === null && notice === null && company === null) return;
  address.searchParams.delete('error');
  address.searchParams.delete('notice');
  address.searchParams.delete(companyParameter);
  address.searchParams.delete(unaskedParameter);
  address.searchParams.delete(supportCodeParameter);
  const sso = keysOf(ssoAdvice).find((name) => name === value);
  const known = keysOf(words).find((name) => name === value);
  const outsideLogin = !/^\/login\/?$/.test(address.pathname);
  const redirected = outsideLogin && (sso ?? known) !== undefined;
  const path = redirected ? '/login' : address.pathname;
  navigate(path + address.search + address.hash, {
    replace: true,
    state: redirected ? null : history.state,
  });

  if (company !== null && value === null && status === 'NOT_AUTHENTICATED') {
    await ssoForm.preload(texts).catch(() => undefined);
    openStep('sso');
    const { startSsoOf } = await loadChunk(() => import('#auth/provider/sso.ts'));
    await startSsoOf(deps, company, unasked, supportCode);
    return;
  }
  if (sso === 'sso-old-sign-in') askFreshly();
  const logout = keysOf(logouts).find((name) => name === notice);
  if (logout && status === 'NOT_AUTHENTICATED') say(logouts[logout]);
  if (sso && status === 'NOT_AUTHENTICATED') {
    await ssoForm.preload(texts).catch(() => undefined);
    failWith(deps, 'errors.credentials', 'saml', { advice: ssoAdvice[sso], supportCode });
    return;
  }
  if (sso) say({ words: 'errors.credentials', variant: 'critical', supportCode });
  if (!known) return;
  const told = redirected && status === 'NOT_AUTHENTICATED';
  say({ words: words[known], variant: 'critical', supportCode, ...(told && { also: 'notices.redirected' }) });
}

const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] =>
  Object.keys(table) as Key[];
