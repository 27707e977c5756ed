import { ScreenHeading } from '@app/ui/screen-heading/screen-heading.tsx';

import { useTexts } from '#i18n/use-texts.ts';
import { useTitle } from '#i18n/use-title.ts';

export function NewPasswordScreen() {
  const { t } = useTexts();
  useTitle('titles.reset');
  return <ScreenHeading>{t('reset.title')}</ScreenHeading>;
}
