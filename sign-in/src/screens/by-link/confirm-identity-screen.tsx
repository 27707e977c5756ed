import { confirmIdentity } from '#auth/link/link-actions.ts';

import { ConfirmByLink } from './confirm-by-link.tsx';
import { backToLogin, toLogin, type LinkWords } from './link-screen.tsx';

const linkWords: LinkWords = {
  expired: { heading: 'link.expired', lead: 'link.identityExpired', main: backToLogin },
  used: { heading: 'link.used', lead: 'link.identityUsed', main: toLogin },
  cancelled: { heading: 'link.cancelled', lead: 'link.identityCancelled', main: backToLogin },
  unknown: { heading: 'link.unknown', lead: 'link.openNewest', main: backToLogin },
};
const words = {
  title: 'titles.confirmIdentity',
  heading: 'confirmIdentity.title',
  lead: 'confirmIdentity.lead',
} as const;
const done = {
  success: true,
  title: 'titles.identityDone',
  heading: 'confirmIdentity.doneTitle',
  lead: 'confirmIdentity.doneLead',
} as const;

/** Confirms that a Google account belongs to the owner of the address (extension). It does not sign the person in. */
export const ConfirmIdentityScreen = () => (
  <ConfirmByLink
    page="/users/identity"
    form="confirmIdentity"
    words={words}
    linkWords={linkWords}
    confirm={confirmIdentity}
    endOf={(failure) => (failure ? undefined : done)}
  />
);
