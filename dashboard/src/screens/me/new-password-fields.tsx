import {
  passwordManagerRules,
  passwordRequirements,
  passwordsMatch,
  requirementsMet,
} from '@app/contract/fields/new-password.ts';
import { FieldNote } from '@app/ui/field-note';
import { PasswordField } from '@app/ui/password-field';
import { PasswordRequirements } from '@app/ui/password-requirements';
import { useId, useState, type ComponentProps } from 'react';

import { useTexts } from '#i18n/use-texts.ts';

export interface NewPasswordFieldsProps {
  /** What is wrong, in words. */
  readonly errors: Partial<Record<'password' | 'passwordConfirmation', string | undefined>>;
  readonly readOnly: boolean;
  /** The words at a field are no longer true. */
  readonly onEdit: (field: 'password' | 'passwordConfirmation') => void;
}

/** The two fields of a new password with its requirements, as in the sign-in app (spec §5). */
export function NewPasswordFields({ errors, readOnly, onEdit }: NewPasswordFieldsProps) {
  const { t } = useTexts('me');
  const listId = useId();
  const [typed, setTyped] = useState({ password: '', passwordConfirmation: '' });
  const met = requirementsMet(typed.password);
  const count = Object.values(met).filter(Boolean).length;
  const match =
    typed.passwordConfirmation !== '' && passwordsMatch(typed.password, typed.passwordConfirmation);
  const shared = {
    autoComplete: 'new-password',
    capsLockHint: t('frame.confirmSignIn.capsLock'),
    passwordrules: passwordManagerRules,
    readOnly,
    required: true,
  };
  const watch = (name: 'password' | 'passwordConfirmation'): ComponentProps<'input'> => ({
    name,
    onInput({ currentTarget: { value } }) {
      setTyped((before) => ({ ...before, [name]: value }));
      onEdit(name);
    },
  });

  return (
    <>
      <PasswordField
        {...shared}
        {...watch('password')}
        label={t('me.password.new')}
        toggleLabel={t('me.password.showNew')}
        aria-describedby={listId}
        error={errors.password}
      />
      <PasswordRequirements
        id={listId}
        label={t('me.password.requirements')}
        items={passwordRequirements.map((id) => ({ id, text: t(`me.password.${id}`), met: met[id] }))}
        metLabel={t('me.password.met')}
        notMetLabel={t('me.password.notMet')}
        summary={t('me.password.summary', { met: count, all: passwordRequirements.length })}
        value={typed.password}
      />
      <PasswordField
        {...shared}
        {...watch('passwordConfirmation')}
        label={t('me.password.confirm')}
        toggleLabel={t('me.password.showConfirmation')}
        hint={<FieldNote>{match ? t('me.password.match') : null}</FieldNote>}
        error={errors.passwordConfirmation}
      />
    </>
  );
}
