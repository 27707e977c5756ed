import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Field, useFieldControl, type FieldProps } from '#forms/field/field.tsx';
import { EyeIcon } from '#icons/eye-icon.tsx';
import styles from './password-field.module.css';

export type PasswordFieldProps = Omit<FieldProps, 'type'> & {
  /** Name of the eye button, such as 'Show password'. It stays the same; `aria-pressed` is the state. */
  toggleLabel: string;
  /** Shown while Caps Lock is on and the field has the focus. */
  capsLockHint: string;
};

/**
 * A password field with a button that shows the password. `autoComplete` defaults to `current-password`. Paste is
 * allowed for password managers. On submit the password is hidden again, so that it neither stays on the screen nor is
 * stored in the browser's form history. `ref` and all other attributes go to the `<input>`.
 */
export function PasswordField({
  label,
  labelEnd,
  hint,
  error,
  toggleLabel,
  capsLockHint,
  ...input
}: PasswordFieldProps) {
  const control = useFieldControl({ ...input, hint, error });
  const toggle = useRef<HTMLButtonElement>(null);
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);

  useEffect(() => {
    const form = toggle.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <Field
      controlId={control.id}
      label={label}
      labelEnd={labelEnd}
      hint={hint}
      error={error}
      below={
        <p role="status" className={styles.capsLock}>
          {capsLock ? capsLockHint : null}
        </p>
      }
    >
      <input
        autoComplete="current-password"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...input}
        {...control}
        type={shown ? 'text' : 'password'}
        onKeyDown={(event) => {
          watchCapsLock(event);
          input.onKeyDown?.(event);
        }}
        onKeyUp={(event) => {
          watchCapsLock(event);
          input.onKeyUp?.(event);
        }}
        onBlur={(event) => {
          setCapsLock(false);
          input.onBlur?.(event);
        }}
      />
      <button
        ref={toggle}
        type="button"
        className={styles.toggle}
        aria-label={toggleLabel}
        aria-pressed={shown}
        aria-controls={control.id}
        onClick={() => setShown(!shown)}
      >
        <EyeIcon crossed={shown} />
      </button>
    </Field>
  );
}
