import { postedFormId } from '@app/contract/pages/page-data.ts';
import { readDigits } from '@app/contract/fields/digits.ts';
import { code as codeRule } from '@app/contract/fields/handles.ts';
import { limits } from '@app/contract/fields/limits.ts';
import { onChallengeElsewhere, type Challenge } from '@app/session/stored/challenge.ts';
import { Banner } from '@app/ui/banner';
import { Button } from '@app/ui/button';
import { CodeField } from '@app/ui/code-field';
import { ScreenHeading } from '@app/ui/screen-heading';
import { FormStack } from '@app/ui/stack';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import * as v from 'valibot';

import { useAuth } from '#auth/auth-context.tsx';
import { postedResend, postedTriesLeft, triesLeftAfter, verifyCode } from '#auth/password/code-step.ts';
import { usePageData, usePostedFields } from '#auth/start/page-data.tsx';
import { useIsOver } from '#forms/countdown.tsx';
import { FormAlert, type FormError } from '#forms/form-alert.tsx';
import { commonFieldWords } from '#forms/use-form-check.ts';
import { useForm } from '#forms/use-form.ts';
import { emailPlaceholder, TextWithEmail } from '#forms/text-with-email.tsx';
import { useTexts, useTitle } from '#i18n/use-texts.ts';

import { CodeExpiry, untilTime } from './code-expiry.tsx';
import { CodeHelp } from './code-help.tsx';
import { ResendButton } from './resend-button.tsx';
import { useSignInStep } from '#screens/login/use-sign-in-step.ts';

const fields = {
  rules: v.object({ code: codeRule }),
  words: { code: { ...commonFieldWords, is_invalid: 'code.incomplete' } },
} as const;

/** The code step (spec §2): one field that is sent once it is complete, and new codes in three stages. */
export function CodeForm({ stored }: { stored: Challenge }) {
  const { t } = useTexts();
  const { state, deps } = useAuth();
  const page = usePageData();
  const { error, busy } = useSignInStep(state.codeStepOpen && page.posted?.form !== 'verifyCode');
  const [challenge, setChallenge] = useState(stored);
  const [triesLeft, setTriesLeft] = useState(() => postedTriesLeft(page));
  const [resent, setResent] = useState(() => postedResend(page, stored));
  const field = useRef<HTMLInputElement>(null);
  const expired = useIsOver(...untilTime(challenge, 'codeExpiresAt', deps.now));
  const form = useForm({
    fields,
    postedFields: usePostedFields('verifyCode'),
    async send(value) {
      setResent(undefined);
      const step = await verifyCode(deps, challenge, value('code'));
      if (step.to !== 'failed') return undefined;
      setChallenge(deps.challenge.read() ?? challenge);
      setTriesLeft(triesLeftAfter(step.failure));
      // The alert is announced without the focus, which goes to the field: the next code is typed over the wrong one.
      field.current?.focus();
      field.current?.select();
      return step.failure ?? 'refused';
    },
  });
  useTitle('titles.code');

  useEffect(() => field.current?.focus(), []);
  useEffect(
    () =>
      onChallengeElsewhere(() => {
        const elsewhere = deps.challenge.read();
        if (elsewhere?.session === stored.session) setChallenge(elsewhere);
      }),
    [deps, stored],
  );

  function submitted(event: FormEvent<HTMLFormElement>) {
    // 'Send new code' submits this form in a page without script. With script it has its own click handler.
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter instanceof HTMLButtonElement && submitter.value === 'resend') event.preventDefault();
    else form.submit(event);
  }

  /** Only the newest message: after a request for a new code, the error about the code before is no longer shown. */
  function shownError(): FormError | null {
    if (resent) return resent.variant === 'critical' ? resent : null;
    return error && { ...error, detail: triesLeft ? t('code.triesLeft', { count: triesLeft }) : undefined };
  }

  return (
    <>
      <ScreenHeading
        lead={<TextWithEmail words={t('code.lead', { email: emailPlaceholder })} email={challenge.email} />}
      >
        {t('code.title')}
      </ScreenHeading>
      <FormStack id={postedFormId} onSubmit={submitted}>
        <input type="hidden" name="email" value={challenge.email} />
        <input type="hidden" name="session" value={challenge.session} />
        <FormAlert error={shownError()} />
        {resent?.variant === 'success' ? <Banner variant="success">{t(resent.words)}</Banner> : null}
        <CodeField
          {...form.field('code')}
          // A person leaves the field to read the email: an incomplete code is not wrong yet.
          onBlur={undefined}
          ref={field}
          length={limits.codeDigits}
          read={(text) => readDigits(text, limits.codeDigits)}
          label={t('code.label')}
          hint={<CodeExpiry challenge={challenge} now={deps.now} />}
          readOnly={busy}
          onComplete={() => field.current?.form?.requestSubmit()}
        />
        {expired ? null : (
          <Button type="submit" name="action" value="verify" block loading={busy}>
            {t('code.verify')}
          </Button>
        )}
        <ResendButton
          challenge={challenge}
          expired={expired}
          onResent={(next, result) => {
            setChallenge(next);
            setResent(result);
            field.current?.focus();
          }}
        />
      </FormStack>
      <CodeHelp
        email={challenge.email}
        over={expired || resent?.words === 'errors.validationLimitExceeded'}
      />
    </>
  );
}
