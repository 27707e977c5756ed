import { postedFormId } from '@app/contract/pages/form-key.ts';
import { Button } from '@app/ui/button/button.tsx';
import { FormStack } from '@app/ui/stack/stack.tsx';
import { VisuallyHidden } from '@app/ui/visually-hidden/visually-hidden.tsx';
import type { Failure } from '@app/session/calls/failure.ts';
import { useRef, type FormEvent } from 'react';

import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';

import { FormAlert } from '#forms/form-alert.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { newPasswordRules, newPasswordWords } from './new-password-rules.ts';
import { fieldValue } from '#forms/field-value.ts';
import { useInitialFocus } from '#forms/use-initial-focus.ts';
import { useFormCheck } from '#forms/use-form-check.ts';
import { useSending } from '#forms/use-sending.ts';

interface NewPasswordFormProps {
  /** Whose password it is; password managers keep the pair. */
  readonly email: string;
  /** The link's token, by the name that the service reads from a form posted without script. */
  readonly token: { readonly name: 'code' | 'confirmationCode'; readonly value: string };
  readonly submit: TextKey;
  readonly wordsOf: (failure: Failure) => TextKey;
  /** What a post without script met. */
  readonly posted: Failure | undefined;
  /** Sets the password. undefined: done, and on its way elsewhere. */
  readonly onSend: (chosen: {
    password: string;
    passwordConfirmation: string;
  }) => Promise<Failure | undefined>;
}

/** A new password for the account of a link (spec §2). Nothing typed is lost on any failure. */
export function NewPasswordForm({ email, token, submit, wordsOf, posted, onSend }: NewPasswordFormProps) {
  const { t } = useTexts();
  const refused = posted?.kind === 'invalid' ? posted.fields : undefined;
  const { problems, check, refuse, watch } = useFormCheck(newPasswordRules, newPasswordWords, refused);
  const saidAtFields = refused && Object.keys(newPasswordWords).some((field) => refused[field]?.length);
  const { busy, error, alert, send } = useSending(posted && !saidAtFields ? errorOf(posted) : null);
  const first = useRef<HTMLInputElement>(null);
  useInitialFocus(first);

  function errorOf(failure: Failure) {
    return { words: wordsOf(failure), wait: failure.retryAfter };
  }

  function submitted(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy || !check(form)) return;
    void send(async () => {
      const failure = await onSend({
        password: fieldValue(form, 'password'),
        passwordConfirmation: fieldValue(form, 'passwordConfirmation'),
      });
      if (!failure) return null;
      if (failure.kind === 'invalid' && refuse(form, failure.fields)) return null;
      return errorOf(failure);
    });
  }

  return (
    <FormStack id={postedFormId} onSubmit={submitted}>
      <FormAlert ref={alert} error={error?.words ?? null} wait={error?.wait} />
      <VisuallyHidden aria-hidden="true">
        <input type="email" name="email" autoComplete="username" value={email} readOnly tabIndex={-1} />
      </VisuallyHidden>
      <input type="hidden" name={token.name} value={token.value} />
      <NewPasswordFields ref={first} watch={watch} problems={problems} readOnly={busy} label="password.new" />
      <Button type="submit" block loading={busy}>
        {t(submit)}
      </Button>
    </FormStack>
  );
}
