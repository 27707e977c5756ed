import { postedFormId } from '@app/contract/pages/posted-form.ts';
import { email as emailRule } from '@app/contract/fields/fields.ts';
import { Banner } from '@app/ui/banner';
import { Button } from '@app/ui/button';
import { ScreenHeading } from '@app/ui/screen-heading';
import { FormStack } from '@app/ui/stack';
import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';

import { useEmailFromHistory, useSearch } from '#auth/address.tsx';
import { useAuth } from '#auth/auth-context.tsx';
import { storeInHistory } from '#auth/provider/provider-attempt.ts';
import { cameBackWithoutAnswer, clearLeft, startSso } from '#auth/provider/sso.ts';
import { usePostedFields } from '#auth/start/page-data.tsx';
import { EmailField } from '#forms/email-field.tsx';
import { FormAlert } from '#forms/form-alert.tsx';
import { giveInitialFocus } from '#forms/use-initial-focus.ts';
import { emailWords } from '#forms/use-form-check.ts';
import { useForm } from '#forms/use-form.ts';
import { useTexts, useTitle } from '#i18n/use-texts.ts';

import { closeStep, useSignInStep } from './login-step.ts';
import styles from './login.module.css';

const fields = { rules: v.object({ email: emailRule }), words: { email: emailWords } };

/**
 * The SSO form (spec §2), which replaces the password form: a work email opens the company's own sign-in page.
 *
 * @param typed the email last typed in a form of this screen
 */
export function SsoForm({ typed }: { typed: string | undefined }) {
  const { t } = useTexts();
  const { state, deps } = useAuth();
  const emailFromHistory = useEmailFromHistory();
  // An admin's link to this form may name the person.
  const emailFromAddress = new URLSearchParams(useSearch()).get('email');
  const element = useRef<HTMLFormElement>(null);
  // An error of another sign-in method is not shown here.
  const { error, busy } = useSignInStep(state.signedInStrategy !== 'saml');
  const [cameBack, setCameBack] = useState(false);
  const form = useForm({
    fields,
    postedFields: usePostedFields('startSso'),
    async send(value) {
      setCameBack(false);
      const email = value('email').trim();
      // A person who returns with the back button finds the email again.
      storeInHistory({ email });
      const step = await startSso(deps, email);
      if (!step) setCameBack(true);
      return (step?.to === 'failed' && step.failure) || 'refused';
    },
  });
  const { alert } = form;
  useTitle('titles.sso');

  useEffect(() => {
    // Only the browser knows; its page of this form may be a prerendered one.
    if (cameBackWithoutAnswer()) {
      clearLeft();
      setCameBack(true);
    } else if (alert.current) alert.current.focus();
    else giveInitialFocus(element.current?.querySelector('[name=email]'));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the form appears
  }, []);
  useEffect(() => {
    if (cameBack) alert.current?.focus();
  }, [cameBack, alert]);

  return (
    <>
      <ScreenHeading lead={t('sso.lead')}>{t('login.sso')}</ScreenHeading>
      <FormStack id={postedFormId} ref={element} onSubmit={form.submit}>
        <FormAlert ref={alert} error={error && { ...error, advice: state.advice }} />
        {cameBack && !error ? (
          <Banner ref={alert} variant="info">
            {t('sso.cameBack')}
          </Banner>
        ) : null}
        <EmailField
          {...form.field('email')}
          defaultValue={typed ?? emailFromHistory ?? state.email ?? emailFromAddress ?? undefined}
          readOnly={busy}
        />
        <Button type="submit" block loading={busy}>
          {t('sso.submit')}
        </Button>
      </FormStack>
      <p className={styles.line}>
        <a
          href="/login"
          onClick={(event) => {
            event.preventDefault();
            closeStep('sso', element.current?.querySelector('input')?.value.trim());
          }}
        >
          {t('sso.back')}
        </a>
      </p>
    </>
  );
}
