import { languageTag } from '@app/contract/fields/vocabulary.ts';
import { useEffect, useState } from 'react';

import type { AppConfig } from '#config.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { ErrorPageScreen } from '#screens/error-page/error-page-screen.tsx';

import { Logo } from '#app/frame/logo.tsx';
import { PageFrame } from '#app/frame/page-frame.tsx';
import { LanguageMenu } from '#app/frame/language-menu.tsx';
import { panelCards } from '#app/frame/brand-panel.tsx';

/**
 * The error page for when the login page fails too (requirements §4 "Error values"): a frame, the words, one link and
 * the language menu.
 */
export function LastResort({
  kind,
  config: { brand, resellerSlogan },
}: {
  kind: 'router-error' | 'unknown';
  config: AppConfig;
}) {
  const { t, texts, language } = useTexts();
  const [ready, setReady] = useState(false);
  const [lost, setLost] = useState(false);
  useEffect(() => {
    texts.load('later').then(
      () => setReady(true),
      () => {},
    );
  }, [texts]);
  useEffect(() => {
    document.documentElement.lang = languageTag(language);
  }, [language]);
  return (
    <PageFrame
      logo={<Logo name={brand.name} imageUrl={brand.logoUrl} />}
      footerStart={<LanguageMenu onFailure={() => setLost(true)} />}
      panelTitle={resellerSlogan ?? t('panel.title')}
      panelCards={panelCards(t)}
    >
      {lost ? <p role="alert">{t('errors.network')}</p> : null}
      {ready ? <ErrorPageScreen kind={kind} /> : <p role="alert">{t('errors.unknown')}</p>}
    </PageFrame>
  );
}
