import { postedFormId } from '@app/contract/pages/form-key.ts';
import { limits } from '@app/contract/fields/limits.ts';
import { Banner } from '@app/ui/banner/banner.tsx';
import { Button } from '@app/ui/button/button.tsx';
import { FormStack } from '@app/ui/stack/stack.tsx';
import { VisuallyHidden } from '@app/ui/visually-hidden/visually-hidden.tsx';
import { useState, type FormEvent, type ReactNode } from 'react';

import { useTexts } from '#i18n/use-texts.ts';

import styles from '#forms/account.module.css';
import { FormAlert } from '#forms/form-alert.tsx';
import { clockOf, useCountdown } from '#forms/use-countdown.ts';
import { useSending, type FormError } from '#forms/use-sending.ts';

interface SendAgainProps {
  /** Sends the mail once more; what refused it is said above the button. */
  readonly onSend: () => Promise<FormError | null>;
  /** What a page without script posts: hidden fields. */
  readonly children?: ReactNode;
}

/**
 * Sends a mail once more, after 60 seconds, because each new link takes the place of the one before. A form of its own,
 * so that it works without script where it has fields.
 */
export function SendAgain({ onSend, children }: SendAgainProps) {
  const { t } = useTexts();
  const { busy, error, alert, send } = useSending();
  const [times, setTimes] = useState(0);
  const whole = limits.resendWait / 1000;
  const left = useCountdown(whole, times);

  function again(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (left > 0) return;
    void send(async () => {
      const refused = await onSend();
      if (!refused) setTimes((count) => count + 1);
      return refused;
    });
  }

  return (
    <FormStack id={postedFormId} gap="tight" onSubmit={again}>
      <FormAlert ref={alert} error={error?.words ?? null} wait={error?.wait} />
      {times > 0 && !error && !busy ? <Banner variant="success">{t('forgot.sentAgain')}</Banner> : null}
      {children}
      <Button type="submit" variant="secondary" block loading={busy} disabled={left > 0}>
        {t('forgot.sendAgain')}
        {left > 0 ? (
          <span className={styles.count} aria-hidden="true">
            {clockOf(left)}
          </span>
        ) : null}
      </Button>
      <VisuallyHidden role="status">
        {left > 0 ? t('forgot.sendAgainWait', { seconds: whole }) : t('forgot.sendAgainReady')}
      </VisuallyHidden>
    </FormStack>
  );
}
