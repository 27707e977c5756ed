import { Banner } from '@app/ui/banner';
import { Button } from '@app/ui/button';

import type { CallFailure } from '#calls/dashboard-client.ts';
import { failureWords } from '#calls/failure-words.ts';
import { useTexts } from '#i18n/use-texts.ts';

import { CopyButton } from './copy-button.tsx';
import styles from './page-states.module.css';

export interface FailedProps {
  failure: CallFailure;
  /** Tries it again; without it there is no button. */
  onTryAgain?: () => void;
  /** In place of the words of the failure's kind. */
  words?: string | undefined;
}

/** Why something could not be read or done, in words, with the support code and a way to try again. */
export function Failed({ failure, onTryAgain, words }: FailedProps) {
  const { t } = useTexts();
  return (
    <Banner
      variant="critical"
      action={
        onTryAgain ? (
          <Button variant="secondary" size="xSmall" onClick={onTryAgain}>
            {t('frame.tryAgain')}
          </Button>
        ) : undefined
      }
    >
      {words ?? t(failureWords(failure))}
      {failure.supportCode === undefined ? null : (
        <span className={styles.code}>
          {t('frame.failures.supportCode', { code: failure.supportCode })}{' '}
          <CopyButton text={failure.supportCode} />
        </span>
      )}
    </Banner>
  );
}
