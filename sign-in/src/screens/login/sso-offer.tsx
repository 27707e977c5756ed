/** Offers single sign-on at the email field, for an address whose company uses it. */
import type { ReactNode } from 'react';

import type { AuthDeps } from '#auth/auth-deps.ts';
import { isSsoAddress } from '#auth/provider/sso.ts';
import { useTexts } from '#i18n/use-texts.ts';

export const offerSso = async (
  deps: AuthDeps,
  field: HTMLInputElement,
  openSso: () => Promise<void>,
): Promise<ReactNode> => ((await isSsoAddress(deps, field)) ? <SsoOffer openSso={openSso} /> : null);

function SsoOffer({ openSso }: { openSso: () => Promise<void> }) {
  const { t } = useTexts();
  return (
    <a
      href="/login"
      onClick={(event) => {
        event.preventDefault();
        void openSso();
      }}
    >
      {t('login.offerSso')}
    </a>
  );
}
