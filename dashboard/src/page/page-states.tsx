import { minutes, seconds } from '@app/contract/fields/durations.ts';
import { Banner } from '@app/ui/banner';
import { Button } from '@app/ui/button';
import { Skeleton } from '@app/ui/skeleton';
import { VisuallyHidden } from '@app/ui/visually-hidden';
import type { ReactNode } from 'react';

import { type CallFailure, failureWords } from '#calls/dashboard-client.ts';
import { useTexts } from '#i18n/use-texts.ts';

import { CopyButton } from './copy-button.tsx';
import styles from './page-states.module.css';

/** The shape of what is being read: lines of a list, or of a card. */
export function Loading({ lines = 6 }: { lines?: number }) {
  const { t } = useTexts();
  return (
    <div role="status" aria-busy="true" className={styles.loading}>
      <VisuallyHidden>{t('frame.loading')}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} shape="box" size="small" />
      ))}
    </div>
  );
}

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

/** Why a password was not accepted: after too many wrong ones, with the minutes to wait. */
export function PasswordFailed({ failure }: { failure: CallFailure }) {
  const { t } = useTexts();
  const { kind, retryAfter } = failure;
  const wait =
    kind === 'rateLimited' && retryAfter !== undefined
      ? t('frame.confirmSignIn.wait', { count: Math.ceil((retryAfter * seconds(1)) / minutes(1)) })
      : undefined;
  return <Failed failure={failure} words={wait} />;
}

/** In place of a list that has nothing yet: what would be here, and how to begin. */
export function Empty({
  heading,
  children,
  action,
}: {
  heading: string;
  /** One or two sentences. */
  children?: ReactNode;
  /** One button or link. */
  action?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <h2>{heading}</h2>
      {children ? <p>{children}</p> : null}
      {action}
    </div>
  );
}
