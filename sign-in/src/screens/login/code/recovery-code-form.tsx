import { recoveryCode, recoveryCodes } from '@app/contract/fields/recovery-code.ts';
import type { Failure } from '@app/session/calls/failure.ts';
import type { Challenge } from '@app/session/stored/challenge.ts';
import { Button } from '@app/ui/button';
import { FormStack } from '@app/ui/stack';
import { TextField } from '@app/ui/text-field';
import { useRef } from 'react';
import * as v from 'valibot';

import { useAuth } from '#auth/auth-context.tsx';
import { type ShownSetUp, verifyRecoveryCode } from '#auth/password/code-step.ts';
import { usePageData, usePostedFields } from '#auth/start/page-data.tsx';
import { commonFieldWords } from '#forms/use-form-check.ts';
import { useForm } from '#forms/use-form.ts';
import { useTexts } from '#i18n/use-texts.ts';

import help from './code-help.module.css';

const fields = {
  rules: v.object({ recoveryCode }),
  words: { recoveryCode: { ...commonFieldWords, is_invalid: 'code.recoveryInvalid' } },
} as const;

/** The last way to finish a sign-in, which opens in place: a recovery code, where the other factors are lost. */
export function RecoveryCodeForm({
  challenge,
  busy,
  onRefused,
  onSetUp,
}: {
  challenge: Challenge;
  busy: boolean;
  onRefused: (failure: Failure | undefined) => void;
  onSetUp: (setUp: ShownSetUp) => void;
}) {
  const { t } = useTexts();
  const { deps } = useAuth();
  const { posted } = usePageData();
  const field = useRef<HTMLInputElement>(null);
  const form = useForm({
    fields,
    postedFields: usePostedFields('verifyRecoveryCode'),
    async send(value) {
      const step = await verifyRecoveryCode(deps, challenge, value('recoveryCode'));
      if (step.to === 'setUp') onSetUp(step.setUp);
      if (step.to !== 'failed') return undefined;
      onRefused(step.failure);
      field.current?.focus();
      field.current?.select();
      return step.failure ?? 'refused';
    },
  });
  return (
    <details className={help.details} open={posted?.form === 'verifyRecoveryCode' || undefined}>
      <summary>{t('code.useRecovery')}</summary>
      <FormStack id="recovery-form" onSubmit={form.submit}>
        <input type="hidden" name="email" value={challenge.email} />
        <input type="hidden" name="session" value={challenge.session} />
        <input type="hidden" name="ways" value={challenge.ways?.join(' ') ?? ''} />
        <TextField
          {...form.field('recoveryCode')}
          ref={field}
          label={t('code.recovery')}
          hint={t('code.recoveryHint', { n: recoveryCodes.length })}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          readOnly={busy}
        />
        <Button type="submit" variant="secondary" block loading={busy}>
          {t('code.verify')}
        </Button>
      </FormStack>
    </details>
  );
}
