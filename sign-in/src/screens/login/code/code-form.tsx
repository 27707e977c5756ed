import type { PostableForm } from '@app/contract/pages/page-data.ts';
import { postedFormId } from '@app/contract/pages/posted-form.ts';
import { readDigits } from '@app/contract/fields/digits.ts';
import { code as codeRule } from '@app/contract/fields/handles.ts';
import * as limits from '@app/contract/fields/limits.ts';
import type { Way } from '@app/contract/fields/vocabulary.ts';
import type { Failure } from '@app/session/calls/failure.ts';
import { onChallengeElsewhere, type Challenge } from '@app/session/stored/challenge.ts';
import { Banner } from '@app/ui/banner';
import { Button } from '@app/ui/button';
import { CodeField } from '@app/ui/code-field';
import { ScreenHeading } from '@app/ui/screen-heading';
import { FormStack } from '@app/ui/stack';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import * as v from 'valibot';

import { useAuth } from '#auth/auth-context.tsx';
import {
  postedResend,
  postedSetUp,
  postedTriesLeft,
  triesLeftAfter,
  verifyCode,
} from '#auth/password/code-step.ts';
import { usePageData, usePostedFields } from '#auth/start/page-data.tsx';
import { useIsOver } from '#forms/countdown.tsx';
import { FormAlert, type FormError } from '#forms/form-alert.tsx';
import { commonFieldWords } from '#forms/use-form-check.ts';
import { useForm } from '#forms/use-form.ts';
import { emailPlaceholder, TextWithEmail } from '#forms/text-with-email.tsx';
import { useTexts, useTitle } from '#i18n/use-texts.ts';

import { CodeExpiry, untilTime } from './code-expiry.tsx';
import { CodeHelp } from './code-help.tsx';
import { RecoveryCodeForm } from './recovery-code-form.tsx';
import { ResendButton } from './resend-button.tsx';
import { SetUpForm } from './set-up-form.tsx';
import { PasskeyButton } from '#screens/login/passkey/offer-passkeys.tsx';
import { useSignInStep } from '#screens/login/login-step.ts';

const fields = {
  rules: v.object({ code: codeRule }),
  words: { code: { ...commonFieldWords, is_invalid: 'code.incomplete' } },
} as const;

const codeForms: readonly (PostableForm | undefined)[] = ['verifyCode', 'verifyRecoveryCode', 'verifySetUp'];

/** The way that the code step shows: once a code was mailed, that one; else the first of the account. */
const shownWay = ({ ways: named, stagesUsed }: Pick<Challenge, 'ways' | 'stagesUsed'>): Way =>
  stagesUsed > 0 ? 'emailCode' : (named?.[0] ?? 'emailCode');

/** The code step (spec §2): one field that is sent once it is complete, and new codes in three stages. */
export function CodeForm({ stored }: { stored: Challenge }) {
  const { t } = useTexts();
  const { state, deps } = useAuth();
  const page = usePageData();
  const { error, busy } = useSignInStep(state.codeStepOpen && !codeForms.includes(page.posted?.form));
  const [challenge, setChallenge] = useState(stored);
  const [triesLeft, setTriesLeft] = useState(() => postedTriesLeft(page));
  const [setUp, setSetUp] = useState(() => postedSetUp(page));
  const [resent, setResent] = useState(() => postedResend(page, stored));
  const field = useRef<HTMLInputElement>(null);
  // Any other try, by whichever form, says more than the message about a new code.
  if (busy && resent) setResent(undefined);
  const way = shownWay(challenge);
  const byMail = way === 'emailCode';
  const asksPasskey = challenge.ways?.includes('passkey') && 'PublicKeyCredential' in globalThis;
  const expired = useIsOver(...untilTime(challenge, 'codeExpiresAt', deps.now));
  const form = useForm({
    fields,
    postedFields: usePostedFields('verifyCode'),
    async send(value) {
      const step = await verifyCode(deps, challenge, value('code'));
      if (step.to === 'setUp') setSetUp(step.setUp);
      if (step.to !== 'failed') return undefined;
      refused(step.failure);
      // The alert is announced without the focus, which goes to the field: the next code is typed over the wrong one.
      field.current?.focus();
      field.current?.select();
      return step.failure ?? 'refused';
    },
  });

  function refused(failure: Failure | undefined): void {
    setChallenge(deps.challenge.read() ?? challenge);
    setTriesLeft(triesLeftAfter(failure));
  }

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

  if (setUp)
    return (
      <SetUpForm setUp={setUp} challenge={challenge} error={shownError()} busy={busy} onRefused={refused} />
    );
  return (
    <>
      <ScreenHeading
        lead={
          byMail ? (
            <TextWithEmail words={t('code.lead', { email: emailPlaceholder })} email={challenge.email} />
          ) : (
            t(way === 'passkey' ? 'code.leadPasskey' : 'code.leadApp')
          )
        }
      >
        {t(way === 'passkey' ? 'passkey.use' : 'code.title')}
      </ScreenHeading>
      <FormStack id={postedFormId} onSubmit={submitted}>
        <input type="hidden" name="email" value={challenge.email} />
        <input type="hidden" name="session" value={challenge.session} />
        <input type="hidden" name="ways" value={challenge.ways?.join(' ') ?? ''} />
        <FormAlert error={shownError()} />
        {resent?.variant === 'success' ? <Banner variant="success">{t(resent.words)}</Banner> : null}
        {way === 'passkey' ? null : (
          <CodeField
            {...form.field('code')}
            // A person leaves the field to read the email: an incomplete code is not wrong yet.
            onBlur={undefined}
            ref={field}
            length={limits.codeDigits}
            read={(text) => readDigits(text, limits.codeDigits)}
            label={t('code.label')}
            hint={byMail ? <CodeExpiry challenge={challenge} now={deps.now} /> : undefined}
            readOnly={busy}
            onComplete={() => field.current?.form?.requestSubmit()}
          />
        )}
        {expired || way === 'passkey' ? null : (
          <Button type="submit" name="action" value="verify" block loading={busy}>
            {t('code.verify')}
          </Button>
        )}
        {challenge.ways && !challenge.ways.includes('emailCode') ? null : (
          <ResendButton
            challenge={challenge}
            expired={expired}
            words={byMail ? 'code.resend' : 'code.sendByEmail'}
            onResent={(next, result) => {
              setChallenge(next);
              setResent(result);
              field.current?.focus();
            }}
          />
        )}
      </FormStack>
      {asksPasskey ? <PasskeyButton variant={way === 'passkey' ? 'primary' : 'quiet'} /> : null}
      {challenge.ways?.includes('recoveryCode') ? (
        <RecoveryCodeForm challenge={challenge} busy={busy} onRefused={refused} onSetUp={setSetUp} />
      ) : null}
      <CodeHelp
        email={challenge.email}
        byMail={byMail}
        over={expired || resent?.words === 'errors.validationLimitExceeded'}
      />
    </>
  );
}
