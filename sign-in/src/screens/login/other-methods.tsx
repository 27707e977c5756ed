import { KeyIcon } from '@app/ui/icons/key-icon';
import { useState } from 'react';

import { useAuth } from '#auth/auth-context.tsx';
import { usePageData } from '#auth/start/page-data.tsx';
import { failWith } from '#auth/sign-in-failure.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { loadChunk } from '@app/session/pages/load-chunk.ts';

import mark from './google.svg';
import styles from './login.module.css';
import { MethodButton } from './method-button.tsx';

/**
 * The buttons of the sign-in methods that open another page (spec §2). Their code is loaded at the first interaction,
 * with the chunk of the later steps. Without script they would do nothing, so they are hidden; plain links
 * start Google then and, on the page of a refused form, single sign-on: the first page has no room for it.
 */
export function OtherMethods({ busy, openSso }: { busy: boolean; openSso: () => Promise<void> }) {
  const { t } = useTexts();
  const { deps } = useAuth();
  const { posted } = usePageData();
  const [leaving, setLeaving] = useState(false);

  async function leave(): Promise<void> {
    if (busy) return;
    setLeaving(true);
    await loadChunk(() => import('#auth/provider/google.ts')).then(
      ({ leaveForGoogle }) => leaveForGoogle(deps),
      () => failWith(deps, 'errors.network', 'google'),
    );
    setLeaving(false);
  }

  return (
    <div className={styles.others}>
      <div className={styles.methods}>
        {posted ? (
          <noscript>
            <a href="/login/sso">{t('login.sso')}</a>
          </noscript>
        ) : null}
        {deps.config.google ? (
          <noscript>
            <a href="/login/google">{t('login.google')}</a>
          </noscript>
        ) : null}
        {deps.config.google ? (
          <MethodButton
            method="google"
            short="Google"
            // Not a CSS background: Chromium requests the picture of an inline style with the page's whole address as
            // Referer, against the page's policy, and after a return from a company's page that address has a code.
            // Otherwise React preloads it at the top of the page, also where the service leaves this button out.
            icon={<img className={styles.google} src={mark} alt="" fetchPriority="low" />}
            loading={leaving}
            onClick={() => void leave()}
          >
            {t('login.google')}
          </MethodButton>
        ) : null}
        <MethodButton
          method="saml"
          short="SSO"
          icon={<KeyIcon />}
          onClick={busy ? undefined : () => void openSso()}
        >
          {t('login.sso')}
        </MethodButton>
      </div>
      <p className={styles.or}>{t('login.or')}</p>
    </div>
  );
}
