import { email as emailRule } from '@app/contract/fields/fields.ts';
import { Banner } from '@app/ui/banner/banner.tsx';
import { Button } from '@app/ui/button/button.tsx';
import { ScreenHeading } from '@app/ui/screen-heading/screen-heading.tsx';
import { FormStack } from '@app/ui/stack/stack.tsx';
import { TextField } from '@app/ui/text-field/text-field.tsx';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import * as v from 'valibot';

import { useEmailFromHistory } from '#auth/address.tsx';
import { useAuth } from '#auth/auth-context.tsx';
import { storeInHistory } from '#auth/provider/provider-attempt.ts';
import { cameBackWithoutAnswer, clearLeft, startSso } from '#auth/provider/sso.ts';
import { FormAlert } from '#forms/form-alert.tsx';
import { fieldValue } from '#forms/field-value.ts';
import { giveInitialFocus } from '#forms/use-initial-focus.ts';
import { commonFieldWords, useFormCheck } from '#forms/use-form-check.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useTitle } from '#i18n/use-title.ts';

import { closeStep } from './login-step.ts';
import styles from './login.module.css';
import { useStepError } from './use-step-error.ts';

const rules = v.object({ email: emailRule });
const words = { email: { ...commonFieldWords, is_invalid: 'fields.email' } } as const;

/**
 * The SSO form (spec §2), in the place of the password form: a work email leads to the company's own sign-in page.
 *
 * @param typed the email as it was typed last in a form of this screen
 */
export function SsoForm({ typed }: { typed: string | undefined }) {
  const { t } = useTexts();
  const { state, deps } = useAuth();
  const { problems, check, refuse, watch } = useFormCheck(rules, words);
  const carried = useEmailFromHistory();
  const form = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const running = useRef(false);
  const [refusals, setRefusals] = useState(0);
  // What another way of signing in had met before stays with that one.
  const error = useStepError(state.signedInStrategy !== 'saml');
  const [cameBack, setCameBack] = useState(cameBackWithoutAnswer);
  const busy = state.signingIn || state.status === 'AUTHENTICATED';
  useTitle('titles.sso');

  useEffect(() => {
    if (cameBack) clearLeft();
    if (alert.current) alert.current.focus();
    else giveInitialFocus(form.current?.querySelector('[name=email]'));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only where the person has just arrived
  }, []);
  // Once the alert is in the page: focused, it is read out, also when it says the same as before.
  useEffect(() => {
    if (refusals > 0) alert.current?.focus();
  }, [refusals]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const target = event.currentTarget;
    if (running.current || !check(target)) return;
    running.current = true;
    setCameBack(false);
    const email = fieldValue(target, 'email').trim();
    // Whoever comes back from the other page by the browser's button finds it again.
    storeInHistory({ email });
    const step = await startSso(deps, email);
    running.current = false;
    if (!step) setCameBack(true);
    const refused =
      step?.to === 'failed' && step.failure?.kind === 'invalid' && refuse(target, step.failure.fields);
    if (!refused) setRefusals((count) => count + 1);
  }

  return (
    <>
      <ScreenHeading lead={t('sso.lead')}>{t('login.sso')}</ScreenHeading>
      <FormStack ref={form} onSubmit={(event) => void submit(event)}>
        <FormAlert ref={alert} error={error} wait={state.wait} advice={state.advice} />
        {cameBack && !error ? (
          <Banner ref={alert} variant="info">
            {t('sso.cameBack')}
          </Banner>
        ) : null}
        <TextField
          {...watch('email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          label={t('login.email')}
          placeholder={t('login.emailExample')}
          defaultValue={typed ?? carried ?? state.email ?? undefined}
          readOnly={busy}
          error={problems.email && t(problems.email)}
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
            closeStep('sso');
          }}
        >
          {t('sso.back')}
        </a>
      </p>
    </>
  );
}
