import { ScreenHeading } from '@app/ui/screen-heading/screen-heading.tsx';

import { useTexts } from '#i18n/use-texts.ts';
import { useTitle } from '#i18n/use-title.ts';

export function EmailChangeScreen() {
  const { t } = useTexts();
  useTitle('titles.emailChange');
  return <ScreenHeading>{t('emailChange.title')}</ScreenHeading>;
}
