import { useEffect, useState } from 'react';

import { loadLaterTexts } from '#i18n/texts.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { ErrorPageScreen } from '#screens/error-page/error-page-screen.tsx';

import { PageFrame } from './frame/page-frame.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { panelCards } from './panel-cards.ts';

/** An error page, where even the way to login fails (decisions, section 4): a frame, the words, one link and the menu of languages. */
export function LastResort({ kind }: { kind: 'router-error' | 'unknown' }) {
  const { t, texts, language } = useTexts();
  const [ready, setReady] = useState(false);
  const [lost, setLost] = useState(false);
  useEffect(() => {
    loadLaterTexts(texts).then(
      () => setReady(true),
      () => {},
    );
  }, [texts]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <PageFrame
      logo={null}
      footerStart={<LanguageMenu onFailure={() => setLost(true)} />}
      panelTitle={t('panel.title')}
      panelCards={panelCards(t)}
    >
      {lost ? <p role="alert">{t('errors.network')}</p> : null}
      {ready ? <ErrorPageScreen kind={kind} /> : <p role="alert">{t('errors.unknown')}</p>}
    </PageFrame>
  );
}
