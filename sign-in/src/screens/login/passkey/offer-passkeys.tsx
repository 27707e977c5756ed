/** Offers passkeys at the login page: in the email field, or by a quiet button where the browser does not. */
import { Button } from '@app/ui/button';
import type { ReactNode } from 'react';

import type { AuthDeps } from '#auth/auth-deps.ts';
import { useAuth } from '#auth/auth-context.tsx';
import { offerInField, offersInField, signInByPasskey } from '#auth/passkey/passkey.ts';
import { type Texts, useTexts } from '#i18n/use-texts.ts';

/** Resolves to the button, where the browser does not offer passkeys in a field. */
export async function offerPasskeys(
  deps: AuthDeps,
  texts: Texts,
  form: HTMLFormElement | null,
): Promise<ReactNode> {
  if (!form || !window.PublicKeyCredential) return null;
  if (await offersInField()) {
    void offerInField(deps, texts, form);
    return null;
  }
  // A browser that knows the words but verifies nobody on this machine: hardly anyone could use the button.
  if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return null;
  await texts.load('later');
  return <PasskeyButton />;
}

/** Asks for a passkey by the browser's own dialog. */
export function PasskeyButton({ variant = 'quiet' }: { variant?: 'quiet' | 'primary' }) {
  const { t, texts } = useTexts();
  const { state, deps } = useAuth();
  return (
    <Button
      variant={variant}
      block
      loading={state.signingIn}
      onClick={() => void signInByPasskey(deps, texts)}
    >
      {t('passkey.use')}
    </Button>
  );
}
