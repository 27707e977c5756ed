import { ButtonLink } from '@app/ui/button';

import { useTexts } from '#i18n/use-texts.ts';
import { Screen } from '#page/screen.tsx';

/** What is shown at an address that no area has, or that the person may not open. */
export function NotFoundScreen({ reason }: { reason: 'notFound' | 'forbidden' }) {
  const { t } = useTexts();
  return (
    <Screen heading={t(`frame.${reason}.title`)} lead={t(`frame.${reason}.text`)}>
      <div>
        <ButtonLink href="/dashboard" size="small">
          {t('frame.notFound.home')}
        </ButtonLink>
      </div>
    </Screen>
  );
}
