import { ScreenHeading } from '@app/ui/screen-heading/screen-heading.tsx';

import { useTexts } from '#i18n/use-texts.ts';
import { useTitle } from '#i18n/use-title.ts';

export function ActionResultScreen() {
  const { t } = useTexts();
  useTitle('titles.emailChanged');
  return <ScreenHeading>{t('result.successTitle')}</ScreenHeading>;
}
