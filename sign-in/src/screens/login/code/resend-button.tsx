import type { Challenge } from '@app/session/stored/challenge.ts';
import { useAfterHydration } from '@app/ui/after-hydration';
import { Button } from '@app/ui/button';
import { VisuallyHidden } from '@app/ui/visually-hidden';
import { useMemo, useRef, useState } from 'react';

import { useAuth } from '#auth/auth-context.tsx';
import { resendCode, type ResendResult } from '#auth/password/code-step.ts';

import { ButtonCountdown, useSecondsLeft } from '#forms/countdown.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import styles from '#screens/login/login.module.css';

import { untilTime } from './code-expiry.tsx';

/**
 * The button 'Send new code' with its 60 seconds (spec §9): quiet, and the main button once the code has expired. The
 * countdown is only visible; screen readers hear its start, its end and the expiry of the code. Without script nothing
 * would end the wait, so the button is rendered enabled, and the service refuses a request that comes too early.
 */
export function ResendButton({
  challenge,
  expired,
  words,
  onResent,
}: {
  challenge: Challenge;
  expired: boolean;
  words: 'code.resend' | 'code.sendByEmail';
  onResent: (challenge: Challenge, result: ResendResult) => void;
}) {
  const { t } = useTexts();
  const { deps } = useAuth();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const { resendAt } = challenge.times;
  const counted = useSecondsLeft(...untilTime(challenge, 'resendAt', deps.now));
  const counts = useAfterHydration();
  const left = counts ? counted : 0;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- what was left when this wait began
  const atStart = useMemo(() => left, [resendAt, counts]);

  async function resend() {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    const answer = await resendCode(deps, challenge);
    running.current = false;
    setBusy(false);
    onResent(answer.challenge, answer.result);
  }

  return (
    <>
      <div className={styles.line}>
        <Button
          type="submit"
          name="action"
          value="resend"
          {...(expired ? { block: true } : { variant: 'quiet', size: 'small' })}
          disabled={left > 0}
          loading={busy}
          onClick={(event) => {
            event.preventDefault();
            void resend();
          }}
        >
          {t(words)}
          <ButtonCountdown seconds={left} />
        </Button>
      </div>
      <VisuallyHidden role="status">
        {words === 'code.sendByEmail'
          ? null
          : left > 0
            ? t('code.resendWait', { seconds: Math.max(2, atStart) })
            : t(expired ? 'code.expired' : 'code.resendReady')}
      </VisuallyHidden>
    </>
  );
}
