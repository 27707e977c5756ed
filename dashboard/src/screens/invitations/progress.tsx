import { Banner } from '@app/ui/banner';
import { Button } from '@app/ui/button';
import { useEffect, useId, useRef, type ReactNode } from 'react';

import { type CallFailure, failureWords } from '#calls/dashboard-client.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { CopyButton } from '#page/copy-button.tsx';

import styles from './invitations.module.css';

/** How far a work in parts is; and after a failure why it stopped, and how to continue. Its heading gets the focus. */
export function Progress({
  heading,
  done,
  all,
  failure,
  onContinue,
  children,
}: {
  heading: string;
  done: number;
  all: number;
  failure: CallFailure | undefined;
  onContinue: () => void;
  children?: ReactNode;
}) {
  const { t, formats } = useTexts('invitations');
  const title = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useEffect(() => title.current?.focus(), []);
  return (
    <section className={styles.sending} aria-labelledby={titleId}>
      <h2 ref={title} id={titleId} tabIndex={-1}>
        {failure ? t('invitations.sending.paused') : heading}
      </h2>
      <progress
        className={styles.progress}
        aria-label={t('invitations.sending.label')}
        max={all}
        value={done}
      />
      <p role="status" className={styles.note}>
        {t('invitations.sending.progress', { done: formats.number(done), all: formats.number(all) })}
      </p>
      {failure && (
        <Banner
          action={
            <Button
              variant="secondary"
              size="xSmall"
              onClick={() => {
                title.current?.focus();
                onContinue();
              }}
            >
              {t('frame.continue')}
            </Button>
          }
        >
          {t(failureWords(failure))}{' '}
          {failure.supportCode === undefined ? null : (
            <>
              {t('frame.failures.supportCode', { code: failure.supportCode })}{' '}
              <CopyButton text={failure.supportCode} />
            </>
          )}
        </Banner>
      )}
      {children}
    </section>
  );
}
