import * as limits from '@app/contract/fields/limits.ts';
import type { Failure } from '@app/session/calls/failure.ts';
import { Banner } from '@app/ui/banner';
import { Button } from '@app/ui/button';
import { VisuallyHidden } from '@app/ui/visually-hidden';
import { useLayoutEffect, useState, type FormEvent, type ReactNode } from 'react';

import { useTexts } from '#i18n/use-texts.ts';

import { ButtonCountdown, useSecondsLeft } from '#forms/countdown.tsx';
import type { FormError } from '#forms/form-alert.tsx';
import { Form } from '#forms/form.tsx';
import { useForm } from '#forms/use-form.ts';

interface SendAgainProps {
  /** Sends the email once more. */
  readonly onSend: () => Promise<Failure | undefined>;
  readonly errorOf: (failure: Failure) => FormError;
  /** Hidden fields, for a page without script. */
  readonly children?: ReactNode;
}

/**
 * Sends an email again after 60 seconds, because each new link cancels the one before. A form that works without
 * script.
 */
export function SendAgain({ onSend, errorOf, children }: SendAgainProps) {
  const { t } = useTexts();
  const [times, setTimes] = useState(0);
  const [readyAt, setReadyAt] = useState(0);
  const left = useSecondsLeft(
    () => readyAt - performance.now(),
    () => 0,
  );
  // A layout effect runs before the first paint, so that a button that has to wait never looks ready.
  useLayoutEffect(() => setReadyAt(performance.now() + limits.resendWait), [times]);
  const form = useForm({
    errorOf,
    async send() {
      const failure = await onSend();
      if (!failure) setTimes((count) => count + 1);
      return failure;
    },
  });
  const { busy, error } = form;

  function submitted(event: FormEvent<HTMLFormElement>) {
    if (left > 0) event.preventDefault();
    else form.submit(event);
  }

  return (
    <Form form={form} gap="tight" onSubmit={submitted}>
      {times > 0 && !error && !busy ? <Banner variant="success">{t('forgot.sentAgain')}</Banner> : null}
      {children}
      <Button type="submit" variant="secondary" block loading={busy} disabled={left > 0}>
        {t('forgot.sendAgain')}
        <ButtonCountdown seconds={left} />
      </Button>
      <VisuallyHidden role="status">
        {left > 0
          ? t('forgot.sendAgainWait', { seconds: limits.resendWait / 1000 })
          : t('forgot.sendAgainReady')}
      </VisuallyHidden>
    </Form>
  );
}
