import { readLocal, writeLocal } from '@app/session/stored/local-values.ts';
import { Button, ButtonLink } from '@app/ui/button';
import { Stack } from '@app/ui/stack';
import { useEffect, useState } from 'react';

import { useAuth } from '#auth/auth-context.tsx';
import { useTexts } from '#i18n/use-texts.ts';

import styles from './login-success.module.css';

/** Whether this device itself can keep a passkey: a fingerprint, a face or a PIN opens it. */
const canKeepPasskeys = async (): Promise<boolean> =>
  'PublicKeyCredential' in window && PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();

/** Offers a passkey to a person who has just typed a code. An answer is for good in this browser. */
export function PasskeyOffer() {
  const { t } = useTexts();
  const { deps } = useAuth();
  const { config, memory } = deps;
  const [offers, setOffers] = useState(false);

  useEffect(() => {
    if (memory.codeTyped && readLocal('passkey_offer') === undefined)
      canKeepPasskeys().then(setOffers, () => {});
  }, [memory]);

  if (!offers) return null;
  const answer = (): void => {
    writeLocal('passkey_offer', 'answered');
    setOffers(false);
  };
  return (
    <Stack gap="tight">
      <p className={styles.line}>{t('passkey.offer')}</p>
      <ButtonLink variant="secondary" block href={`${config.dashboardUrl}/me`} onClick={answer}>
        {t('passkey.setUp')}
      </ButtonLink>
      <Button variant="quiet" block onClick={answer}>
        {t('passkey.notNow')}
      </Button>
    </Stack>
  );
}
