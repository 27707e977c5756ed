import { postedFormId } from '@app/contract/pages/form-key.ts';
import { code as codeRule } from '@app/contract/fields/handles.ts';
import { limits } from '@app/contract/fields/limits.ts';
import { onChallengeElsewhere, type Challenge } from '@app/session/stored/challenge.ts';
import { Banner } from '@app/ui/banner/banner.tsx';
import { Button } from '@app/ui/button/button.tsx';
import { CodeField } from '@app/ui/code-field/code-field.tsx';
import { ScreenHeading } from '@app/ui/screen-heading/screen-heading.tsx';
import { FormStack } from '@app/ui/stack/stack.tsx';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTexts } from '#i18n/use-texts.ts';
import * as v from 'valibot';

import { useAuth } from '#auth/auth-context.tsx';
import { postedResend, postedTriesLeft, triesLeftAfter, verifyCode } from '#auth/password/code-step.ts';
import { usePageData, usePostedFields } from '#auth/start/page-data.tsx';
import { FormAlert } from '#forms/form-alert.tsx';
import { fieldValue } from '#forms/field-value.ts';
import { commonFieldWords, useFormCheck } from '#forms/use-form-check.ts';
import { emailPlaceholder, TextWithEmail } from '#forms/text-with-email.tsx';
import { useTitle } from '#i18n/use-title.ts';

import { CodeExpiry } from './code-expiry.tsx';
import { CodeHelp } from './code-help.tsx';
import { ResendButton } from './resend-button.tsx';
import { useIsOver } from './use-seconds-left.ts';
import { useStepError } from '#screens/login/use-step-error.ts';

const rules = v.object({ code: codeRule });
const words = { code: { ...commonFieldWords, is_invalid: 'code.incomplete' } } as const;

/** The code step (spec §2): one field that sends itself once when it is whole, and new codes in three stages. */
export function CodeForm({ kept }: { kept: Challenge }) {
  const { t } = useTexts();
  const { state, deps } = useAuth();
  const { problems, check, refuse, watch } = useFormCheck(rules, words, usePostedFields('verifyCode'));
  const page = usePageData();
  const error = useStepError(state.codeStepOpen && page.posted?.form !== 'verifyCode');
  const [challenge, setChallenge] = useState(kept);
  const [triesLeft, setTriesLeft] = useState(() => postedTriesLeft(page));
  const [resent, setResent] = useState(() => postedResend(page, kept));
  const field = useRef<HTMLInputElement>(null);
  const running = useRef(false);
  const busy = state.signingIn || state.status === 'AUTHENTICATED';
  const expired = useIsOver(challenge, challenge.times.codeExpiresAt, deps.now);
  useTitle('titles.code');

  useEffect(() => field.current?.focus(), []);
  useEffect(
    () =>
      onChallengeElsewhere(() => {
        const elsewhere = deps.challenge.read();
        if (elsewhere?.session === kept.session) setChallenge(elsewhere);
      }),
    [deps, kept],
  );

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    // 'Send new code' is a button of this form for a page without script; here it has been pressed already.
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter instanceof HTMLButtonElement && submitter.value === 'resend') return;
    if (running.current || !check(form)) return;
    running.current = true;
    setResent(undefined);
    const step = await verifyCode(deps, challenge, fieldValue(form, 'code'));
    running.current = false;
    if (step.to !== 'failed') return;
    setChallenge(deps.challenge.read() ?? challenge);
    setTriesLeft(triesLeftAfter(step.failure));
    if (step.failure?.kind === 'invalid') refuse(form, step.failure.fields);
    // The alert is read out by itself; the focus goes to where the next code is typed, over the wrong one.
    field.current?.focus();
    field.current?.select();
  }

  return (
    <>
      <ScreenHeading
        lead={<TextWithEmail words={t('code.lead', { email: emailPlaceholder })} email={challenge.email} />}
      >
        {t('code.title')}
      </ScreenHeading>
      <FormStack id={postedFormId} onSubmit={(event) => void submit(event)}>
        <input type="hidden" name="email" value={challenge.email} />
        <input type="hidden" name="session" value={challenge.session} />
        {/* The newest message stands alone: a new code takes the words about the wrong one away. */}
        <FormAlert
          error={resent?.variant === 'critical' ? resent.words : resent ? null : error}
          wait={resent ? resent.wait : state.wait}
          detail={triesLeft && !resent ? t('code.triesLeft', { count: triesLeft }) : undefined}
        />
        {resent?.variant === 'success' ? <Banner variant="success">{t(resent.words)}</Banner> : null}
        <CodeField
          {...watch('code')}
          // Left for the mailbox, a code that is not whole is not wrong yet.
          onBlur={undefined}
          ref={field}
          length={limits.codeDigits}
          label={t('code.label')}
          hint={<CodeExpiry challenge={challenge} now={deps.now} />}
          readOnly={busy}
          error={problems.code && t(problems.code)}
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
      <CodeHelp wayBack={expired || resent?.words === 'errors.validationLimitExceeded'} />
    </>
  );
}
