import { noSupportCode } from '@app/contract/fields/typed-support-code.ts';

import type { AppConfig } from '#config.ts';
import { type Texts, TextsContext } from '#i18n/use-texts.ts';
import { ErrorPageScreen } from '#screens/error-page/error-page-screen.tsx';

import styles from '#app/app.module.css';
import { Logo } from '#app/frame/logo.tsx';
import { PageFrame } from '#app/frame/page-frame.tsx';
import { panelCards } from '#app/frame/brand-panel.tsx';

/** Renders an error page as a document that the service answers with. It needs no script. */
export function ErrorDocument({
  texts,
  kind,
  brand,
  helpUrl,
}: {
  texts: Texts;
  kind: 'not-found' | 'router-error' | 'unknown';
  brand: AppConfig['brand'];
  helpUrl: string;
}) {
  const { t } = texts;
  return (
    <TextsContext value={texts}>
      <PageFrame
        logo={<Logo name={brand.name} imageUrl={brand.logoUrl} />}
        footerEnd={
          <a className={styles.help} href={helpUrl}>
            {t('frame.helpCentre')}
          </a>
        }
        panelTitle={t('panel.title')}
        panelCards={panelCards(t)}
      >
        <ErrorPageScreen kind={kind} />
        {/* The service shows it with the code of the request (service/src/http/pages/pages.ts). */}
        <p className={styles.code} data-support-code hidden>
          {t('supportCode.label', { code: noSupportCode })}
        </p>
      </PageFrame>
    </TextsContext>
  );
}
