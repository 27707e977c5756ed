/** A hook for the mailed link of the open page and its state. */
import { accountEndpoints } from '@app/contract/calls/account-endpoints.ts';
import type { Endpoint } from '@app/contract/calls/endpoint.ts';
import {
  linkPages,
  type InvitationFacts,
  type LinkKind,
  type LinkPage,
  type LinkState,
} from '@app/contract/pages/links.ts';
import type { Failure } from '@app/session/calls/failure.ts';
import { useAfterHydration } from '@app/ui/after-hydration';
import { useCallback, useEffect, useState } from 'react';

import { checkLink } from './check-link.ts';
import { useAuth } from '#auth/auth-context.tsx';
import { isUnanswered } from '#auth/idempotency/idempotent-call.ts';
import { storedLink, type MailedLink } from './link-from-address.ts';
import { usePageData } from '#auth/start/page-data.tsx';

/** `checking`: the answer is awaited. `failed`: the check failed. Otherwise the state that the service answered. */
export type LinkStatus = LinkState | 'checking' | 'failed';

export interface LinkCheck {
  readonly link: MailedLink | undefined;
  readonly status: LinkStatus;
  /** Who invites to what, once it is known that an invitation is valid. */
  readonly invitation: InvitationFacts | undefined;
  /** Why the check failed, while `status` is `failed`. */
  readonly failure: Failure | undefined;
  /** Whether a check is in progress. */
  readonly busy: boolean;
  /** Checks again. Resolves with the state, or undefined if the check failed; a known state then stays. */
  readonly check: () => Promise<LinkState | undefined>;
}

/** The call that consumes a link of each kind. */
const usedBy: Readonly<Record<LinkKind, Endpoint>> = {
  reset: accountEndpoints.resetPassword,
  invitation: accountEndpoints.acceptInvitation,
  signup: accountEndpoints.confirmSignUp,
  identity: accountEndpoints.confirmIdentity,
  device: accountEndpoints.confirmDevice,
  newDevice: accountEndpoints.disownSignIn,
  passkey: accountEndpoints.removePasskeyByLink,
};

interface Found {
  readonly status: LinkStatus;
  readonly invitation?: InvitationFacts | undefined;
  readonly failure?: Failure;
}

/**
 * The link of a page. A state that the service rendered is shown immediately and also checked; without one, the screen
 * waits for the check before it shows a form. On a page without a link the state is unknown.
 */
export function useLink(page: LinkPage): LinkCheck {
  const { deps } = useAuth();
  const data = usePageData().link;
  const drawn = data?.page === page ? data : undefined;
  const hydrated = useAfterHydration();
  const link = (hydrated ? storedLink(deps.memory, page) : undefined) ?? drawn;
  const [found, setFound] = useState<Found>({
    status: drawn?.state ?? 'checking',
    invitation: drawn?.invitation,
  });
  const [busy, setBusy] = useState(false);

  const check = useCallback(async (): Promise<LinkState | undefined> => {
    if (!link) return undefined;
    setBusy(true);
    const answer = await checkLink(deps, link);
    setBusy(false);
    if ('state' in answer) {
      // A call of this tab whose answer was lost may have consumed it: the form stays, and a repeat gets that answer.
      const isOurs = answer.state === 'used' && isUnanswered(usedBy[linkPages[link.page].kind]);
      const state = isOurs ? 'valid' : answer.state;
      setFound((before) => ({ status: state, invitation: answer.invitation ?? before.invitation }));
      return state;
    }
    // A known state stays: a lost connection must not remove a form that the person is filling in.
    setFound((before) =>
      before.status === 'checking' || before.status === 'failed'
        ? { status: 'failed', failure: answer.failure }
        : before,
    );
    return undefined;
  }, [deps, link]);

  useEffect(() => {
    void check();
  }, [check]);

  return {
    link,
    // Until the page is hydrated, a link may be stored in this tab.
    status: link || !hydrated ? found.status : 'unknown',
    invitation: found.invitation,
    failure: found.failure,
    busy,
    check,
  };
}
