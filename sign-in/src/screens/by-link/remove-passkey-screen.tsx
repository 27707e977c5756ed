import { removePasskey } from '#auth/link/link-actions.ts';

import { ConfirmByLink } from './confirm-by-link.tsx';
import { backToLogin, toLogin, type LinkWords } from './link-screen.tsx';

const linkWords: LinkWords = {
  expired: { heading: 'link.expired', lead: 'link.passkeyExpired', main: toLogin },
  used: { heading: 'link.used', lead: 'link.passkeyUsed', main: toLogin },
  cancelled: { heading: 'link.cancelled', lead: 'link.passkeyCancelled', main: toLogin },
  unknown: { heading: 'link.unknown', lead: 'link.openNewest', main: backToLogin },
};
const title = 'titles.removePasskey';
const words = { title, heading: 'removePasskey.title', lead: 'removePasskey.lead' } as const;
const done = {
  success: true,
  title,
  heading: 'removePasskey.done',
  lead: 'removePasskey.doneLead',
} as const;

/** Removes a passkey that the browser has added automatically (docs/decisions/factors.md). */
export function RemovePasskeyScreen() {
  return (
    <ConfirmByLink
      page="/users/passkey"
      form="removePasskeyByLink"
      words={words}
      linkWords={linkWords}
      confirm={removePasskey}
      endOf={(failure) => (failure ? undefined : done)}
    />
  );
}
