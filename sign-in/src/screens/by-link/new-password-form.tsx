import { Button } from '@app/ui/button';
import { VisuallyHidden } from '@app/ui/visually-hidden';
import type { Failure } from '@app/session/calls/failure.ts';
import { useRef } from 'react';

import { type TextKey, useTexts } from '#i18n/use-texts.ts';

import type { FormError } from '#forms/form-alert.tsx';
import { Form } from '#forms/form.tsx';
import { useForm } from '#forms/use-form.ts';
import { useInitialFocus } from '#forms/use-initial-focus.ts';
import { NewPasswordFields } from '#forms/new-password/new-password-fields.tsx';
import { newPasswordFields } from '#forms/new-password/new-password-rules.ts';

interface NewPasswordFormProps {
  /** The account's address; password managers store it with the password. */
  readonly email: string;
  /** The link's token, by the name that the service reads from a form posted without script. */
  readonly token: { readonly name: 'code' | 'confirmationCode'; readonly value: string };
  readonly submit: TextKey;
  readonly errorOf: (failure: Failure) => FormError;
  /** The failure of a post without script. */
  readonly posted: Failure | undefined;
  /** Sets the password. */
  readonly onSend: (chosen: {
    password: string;
    passwordConfirmation: string;
  }) => Promise<Failure | undefined>;
}

const fields = newPasswordFields({}, {});

/** The form for a new password by a mailed link (spec §2). Typed values stay after every failure. */
export function NewPasswordForm({ email, token, submit, errorOf, posted, onSend }: NewPasswordFormProps) {
  const { t } = useTexts();
  const first = useRef<HTMLInputElement>(null);
  const form = useForm({
    fields,
    posted,
    errorOf,
    send: (value) =>
      onSend({ password: value('password'), passwordConfirmation: value('passwordConfirmation') }),
  });
  useInitialFocus(first);

  return (
    <Form form={form}>
      <VisuallyHidden aria-hidden="true">
        <input type="email" name="email" autoComplete="username" value={email} readOnly tabIndex={-1} />
      </VisuallyHidden>
      <input type="hidden" name={token.name} value={token.value} />
      <NewPasswordFields
        ref={first}
        watch={form.watch}
        problems={form.problems}
        readOnly={form.busy}
        label="password.new"
      />
      <Button type="submit" block loading={form.busy}>
        {t(submit)}
      </Button>
    </Form>
  );
}
