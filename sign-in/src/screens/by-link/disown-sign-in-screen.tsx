import type { Failure } from '@app/session/calls/failure.ts';
import { useRef } from 'react';
import { navigate } from 'wouter/use-browser-location';

import { useAuth } from '#auth/auth-context.tsx';
import type { AuthDeps } from '#auth/auth-deps.ts';
import { disownSignIn } from '#auth/link/link-actions.ts';
import { storeLink, type MailedLink } from '#auth/link/link-from-address.ts';
import { useNotice } from '#forms/notices.ts';

import { ConfirmByLink } from './confirm-by-link.tsx';
import { backToLogin, toLogin, type LinkWords } from './link-screen.tsx';

const choose = { to: '/password/forgot', words: 'link.askNew' } as const;
const linkWords: LinkWords = {
  expired: { heading: 'link.expired', lead: 'link.disownExpired', main: choose, other: backToLogin },
  used: { heading: 'link.used', lead: 'link.disownUsed', main: choose, other: toLogin },
  cancelled: { heading: 'link.cancelled', lead: 'link.resetCancelled', main: choose, other: toLogin },
  unknown: { heading: 'link.unknown', lead: 'link.openNewest', main: choose, other: backToLogin },
};
const words = {
  title: 'titles.disownSignIn',
  heading: 'disownSignIn.title',
  lead: 'disownSignIn.lead',
} as const;
/** Of an account without a password: what can be secured is not here. */
const ended = {
  success: true,
  title: words.title,
  heading: 'disownSignIn.endedTitle',
  lead: 'disownSignIn.endedLead',
} as const;

/**
 * Disowns a sign-in on a new device (docs/decisions/known-devices.md), then opens the page where a new password is
 * chosen; an account without one ends here. Posted without script, the service leads there.
 */
export function DisownSignInScreen() {
  const { deps } = useAuth();
  const notice = useNotice();
  const next = useRef('');

  async function confirm(_deps: AuthDeps, link: MailedLink): Promise<Failure | undefined> {
    const answer = await disownSignIn(deps, link);
    if ('failure' in answer) return answer.failure;
    next.current = answer.url;
    return undefined;
  }

  function openNewPassword(): boolean {
    if (new URL(next.current).pathname !== '/password/reset') return false;
    storeLink(deps.memory, '/password/reset', next.current);
    navigate('/password/reset', { replace: true });
    notice({ words: 'disownSignIn.done', variant: 'info' });
    return true;
  }

  return (
    <ConfirmByLink
      page="/login/not-you"
      form="disownSignIn"
      words={words}
      linkWords={linkWords}
      confirm={confirm}
      endOf={(failure) => (failure ? undefined : ended)}
      onConfirmed={openNewPassword}
    />
  );
}
