import type { CallFailure, CallOutcome } from '#calls/dashboard-client.ts';
import { AlertDialog } from '@app/ui/dialog';
import { Button } from '@app/ui/button';
import { TextField } from '@app/ui/text-field';
import { useId, useRef, useState, type FormEvent } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { useReopened } from '#page/use-reopened.ts';
import { useSay } from '#page/use-say.ts';

import { Effects, effectLines } from './effects.tsx';
import { OutsidePeople } from './outside-people.tsx';
import type { PolicyEffect } from '#screens/single-sign-on/set-up.ts';
import styles from '#screens/single-sign-on/single-sign-on.module.css';

/** Asks once more before it requires single sign-on. Where people are locked out, their number has to be typed. */
export function RequireQuestion({
  effect,
  keeper,
  change,
  wordsOf,
}: {
  effect: PolicyEffect;
  keeper: string | null;
  change: () => Promise<CallOutcome<unknown>>;
  wordsOf: (failure: CallFailure) => string | undefined;
}) {
  const { t, formats } = useTexts('single-sign-on');
  const say = useSay();
  const [open, setOpen] = useReopened('question.ssoOn');
  const form = useId();
  const field = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState(false);
  const outside = effect.outsideDomains;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    // With or without the marks between its digits.
    if (outside > 0 && field.current?.value.replaceAll(/\D/g, '') !== String(outside)) {
      setWrong(true);
      field.current?.select();
      field.current?.focus();
      return;
    }
    setBusy(true);
    const outcome = await change();
    setBusy(false);
    setOpen(false);
    if (outcome.ok) say.done(t('single-sign-on.require.isOn'), { detail: effectLines(t, effect).join(' ') });
    else say.failed(outcome.failure, wordsOf(outcome.failure));
  }

  return (
    <AlertDialog
      trigger={<Button size="small">{t('single-sign-on.require.on')}</Button>}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setWrong(false);
      }}
      busy={busy}
      variant={outside > 0 ? 'danger' : 'primary'}
      heading={t('single-sign-on.require.onQuestion')}
      description={t('single-sign-on.require.onText')}
      primaryAction={{ label: t('single-sign-on.require.on'), form }}
      secondaryAction={{ label: t('frame.cancel') }}
    >
      <form id={form} noValidate className={styles.panel} onSubmit={(event) => void submit(event)}>
        <Effects effect={effect} />
        <OutsidePeople effect={effect} keeper={keeper} />
        {outside > 0 && (
          <TextField
            ref={field}
            name="outside"
            label={t('single-sign-on.require.typeCount', { number: formats.number(outside) })}
            error={
              wrong ? t('single-sign-on.require.wrongCount', { number: formats.number(outside) }) : undefined
            }
            inputMode="numeric"
            autoComplete="off"
            readOnly={busy}
            onChange={() => setWrong(false)}
          />
        )}
      </form>
    </AlertDialog>
  );
}
