import { postedFormId } from '@app/contract/form-key.ts';
import { limits } from '@app/contract/limits.ts';
import { Banner } from '@app/ui/banner/banner.tsx';
import { Button } from '@app/ui/button/button.tsx';
import { FormStack } from '@app/ui/stack/stack.tsx';
import { VisuallyHidden } from '@app/ui/visually-hidden/visually-hidden.tsx';
import { useState, type FormEvent } from 'react';

import { errorOfAccount } from '#auth/account-failure-words.ts';
import { useAuth } from '#auth/auth-context.tsx';
import { recoverPassword } from '#auth/recovery.ts';
import { CheckEmail } from '#forms/check-email.tsx';
import { FormAlert } from '#forms/form-alert.tsx';
import styles from '#forms/account.module.css';
import { clockOf, useCountdown } from '#forms/use-countdown.ts';
import { useSending } from '#forms/use-sending.ts';
import { emailMark } from '#forms/with-email.tsx';
import { useTexts } from '#i18n/use-texts.ts';

interface ForgotSentProps {
  /** As it was typed. */
  readonly email: string;
  readonly onOtherAddress: () => void;
}

/**
 * The mail is on its way, if there is an account: the same for everyone. Sending it again is a form of its own, so
 * that it works without script too; with script it waits, because each new link takes the place of the one before.
 */
export function ForgotSent({ email, onOtherAddress }: ForgotSentProps) {
  const { t } = useTexts();
  const { deps } = useAuth();
  const { busy, error, alert, send } = useSending();
  const [times, setTimes] = useState(0);
  const whole = limits.resendWait / 1000;
  const left = useCountdown(whole, times);

  function again(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (left > 0) return;
    void send(async () => {
      const failure = await recoverPassword(deps, email);
      if (failure) return errorOfAccount(failure);
      setTimes((count) => count + 1);
      return null;
    });
  }

  return (
    <CheckEmail
      lead={t('forgot.sentLead', { email: emailMark })}
      email={email}
      otherAddress="/password/forgot"
      onOtherAddress={onOtherAddress}
    >
      <FormStack id={postedFormId} gap="tight" onSubmit={again}>
        <FormAlert ref={alert} error={error?.words ?? null} wait={error?.wait} />
        {times > 0 && !error && !busy ? <Banner variant="success">{t('forgot.sentAgain')}</Banner> : null}
        <input type="hidden" name="email" value={email} />
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
    </CheckEmail>
  );
}
