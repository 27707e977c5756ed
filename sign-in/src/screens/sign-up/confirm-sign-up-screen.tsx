import { ScreenHeading } from '@app/ui/screen-heading/screen-heading.tsx';

import { useTexts } from '#i18n/use-texts.ts';
import { useTitle } from '#i18n/use-title.ts';

export function ConfirmSignUpScreen() {
  const { t } = useTexts();
  useTitle('titles.confirmSignUp');
  return <ScreenHeading>{t('confirmSignUp.title')}</ScreenHeading>;
}
