import { ScreenHeading } from '@app/ui/screen-heading/screen-heading.tsx';

import { useTexts } from '#i18n/use-texts.ts';
import { useTitle } from '#i18n/use-title.ts';

export function StatusScreen() {
  const { t } = useTexts();
  useTitle('titles.status');
  return <ScreenHeading>{t('status.title')}</ScreenHeading>;
}
