import type { Failure } from '@app/session/calls/failure.ts';
import { navigate } from 'wouter/use-browser-location';

import { accountFormError } from '#auth/link/account-failure-words.ts';
import { confirmDevice } from '#auth/link/device.ts';
import type { MailedLink } from '#auth/link/link-from-address.ts';
import type { FormError } from '#forms/form-alert.tsx';
import { useNotice } from '#forms/notices.ts';

import { ConfirmByLink } from './confirm-by-link.tsx';
import { backToLogin, toLogin, type LinkWords } from './link-screen.tsx';

const linkWords: LinkWords = {
  expired: { heading: 'link.expired', lead: 'link.deviceExpired', main: toLogin },
  used: { heading: 'link.used', lead: 'link.deviceUsed', main: toLogin },
  cancelled: { heading: 'link.cancelled', lead: 'link.deviceCancelled', main: toLogin },
  unknown: { heading: 'link.unknown', lead: 'link.openNewest', main: backToLogin },
};
const words = { title: 'titles.device', heading: 'device.title', lead: 'device.lead' } as const;
const done = { success: true, title: 'titles.device', heading: 'device.done' } as const;

/** The refusal of a call without device data: this browser stores nothing, so it cannot be recognised. */
const errorOf = (failure: Failure): FormError =>
  failure.kind === 'invalid' && failure.fields['contextData']?.length
    ? { words: 'errors.notStored' }
    : accountFormError(failure);

/**
 * Makes this browser known to an account (docs/decisions/known-devices.md), then opens the login form with the email
 * filled in. A post without script cannot fill it in, so its answer shows the end here.
 */
export function ConfirmDeviceScreen() {
  const notice = useNotice();

  function openLogin({ email }: MailedLink): boolean {
    navigate('/login', { replace: true, state: { email } });
    notice({ words: 'device.done', variant: 'success' });
    return true;
  }

  return (
    <ConfirmByLink
      page="/login/device"
      form="confirmDevice"
      words={words}
      linkWords={linkWords}
      confirm={confirmDevice}
      errorOf={errorOf}
      endOf={(failure) => (failure ? undefined : done)}
      onConfirmed={openLogin}
    />
  );
}
