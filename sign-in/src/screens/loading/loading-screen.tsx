import { Loader } from '@app/ui/loader';
import { VisuallyHidden } from '@app/ui/visually-hidden';

import { useTexts } from '#i18n/use-texts.ts';

/**
 * The loading screen (spec §2): the loader image, while the session is looked up or a screen is loaded.
 */
export function LoadingScreen() {
  const { t } = useTexts();
  return (
    <>
      <h1>
        <VisuallyHidden>{t('loading')}</VisuallyHidden>
      </h1>
      <Loader label={t('loading')} />
    </>
  );
}
