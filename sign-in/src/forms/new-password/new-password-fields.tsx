import {
  passwordManagerRules,
  passwordRequirements,
  passwordsMatch,
  requirementsMet,
  type PasswordRequirement,
} from '@app/contract/fields/new-password.ts';
import { FieldNote } from '@app/ui/field-note';
import { PasswordField } from '@app/ui/password-field';
import { PasswordRequirements } from '@app/ui/password-requirements';
import { useId, useLayoutEffect, useRef, useState, type FocusEvent, type Ref } from 'react';

import { type TextKey, useTexts } from '#i18n/use-texts.ts';

type Field = 'password' | 'passwordConfirmation';

interface NewPasswordFieldsProps {
  /** The result of `useFormCheck` with the rules and texts of `new-password-rules.ts`. */
  readonly watch: (field: Field) => {
    name: string;
    onInput: (event: { currentTarget: HTMLInputElement }) => void;
    onBlur: (event: FocusEvent<HTMLInputElement>) => void;
  };
  readonly problems: Partial<Record<Field, TextKey>>;
  readonly readOnly: boolean;
  /** The label of the first field, if not 'New password'. */
  readonly label?: TextKey;
  /** The first field, for the focus. */
  readonly ref?: Ref<HTMLInputElement>;
}

const requirementWords = {
  length: 'password.length',
  lowercase: 'password.lowercase',
  number: 'password.number',
  special: 'password.special',
  uppercase: 'password.uppercase',
} as const satisfies Record<PasswordRequirement, TextKey>;

/**
 * The two fields of a new password (spec §2, spec §5): they show which requirements are met while the person types, and
 * whether both are the same. The fields are uncontrolled; their values are only read.
 */
export function NewPasswordFields({
  watch,
  problems,
  readOnly,
  label = 'password.new',
  ref,
}: NewPasswordFieldsProps) {
  const { t } = useTexts();
  const listId = useId();
  const second = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({ password: '', passwordConfirmation: '' });
  const met = requirementsMet(typed.password);
  const count = Object.values(met).filter(Boolean).length;
  const match =
    typed.passwordConfirmation !== '' && passwordsMatch(typed.password, typed.passwordConfirmation);
  // An edit of the first field can fix a mismatch shown at the second.
  const different = problems.passwordConfirmation === 'password.different' && !match;
  const repeatProblem =
    problems.passwordConfirmation === 'password.different' && !different
      ? undefined
      : problems.passwordConfirmation;

  // Typed or filled in before hydration.
  useLayoutEffect(() => {
    const fields = second.current?.form?.elements;
    const valueOf = (name: Field) => (fields?.namedItem(name) as HTMLInputElement | null)?.value ?? '';
    setTyped({ password: valueOf('password'), passwordConfirmation: valueOf('passwordConfirmation') });
  }, []);

  const look = (field: Field) => {
    const watched = watch(field);
    return {
      ...watched,
      onInput(event: { currentTarget: HTMLInputElement }) {
        watched.onInput(event);
        const { value } = event.currentTarget;
        setTyped((before) => ({ ...before, [field]: value }));
      },
    };
  };
  const shared = {
    autoComplete: 'new-password',
    toggleLabel: t('login.showPassword'),
    capsLockHint: t('login.capsLock'),
    passwordrules: passwordManagerRules,
    readOnly,
  };

  return (
    <>
      <PasswordField
        {...shared}
        {...look('password')}
        ref={ref}
        label={t(label)}
        aria-describedby={listId}
        error={problems.password && t(problems.password)}
      />
      <PasswordRequirements
        id={listId}
        label={t('password.requirements')}
        items={passwordRequirements.map((id) => ({ id, text: t(requirementWords[id]), met: met[id] }))}
        metLabel={t('password.met')}
        notMetLabel={t('password.notMet')}
        summary={t('password.summary', { met: count, all: passwordRequirements.length })}
        value={typed.password}
      />
      <PasswordField
        {...shared}
        {...look('passwordConfirmation')}
        ref={second}
        label={t('password.confirm')}
        hint={<FieldNote>{match ? t('password.match') : null}</FieldNote>}
        error={repeatProblem && t(repeatProblem)}
      />
    </>
  );
}
