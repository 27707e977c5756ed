import { useRef, type FormEvent } from 'react';
import { Field, useFieldControl, type FieldProps } from '#forms/field/field.tsx';
import { classNames } from '#class-names.ts';
import styles from './code-field.module.css';

export type CodeFieldProps = Omit<FieldProps, 'type' | 'maxLength' | 'inputMode'> & {
  /** Number of digits of a complete code. */
  length: number;
  /**
   * The digits in a typed or pasted text. Pass the reading of your service, so that both take the same texts; by default
   * they are all ASCII digits.
   */
  read?: ((text: string) => string) | undefined;
  /** Called once when the code is complete, not again for the same code: a refused code is not sent twice. */
  onComplete?: ((code: string) => void) | undefined;
};

const asciiDigits = (text: string): string => text.replaceAll(/[^0-9]/g, '');

/**
 * The input of a mailed code: screen readers and autofill (`one-time-code`) handle one input better than a row of boxes.
 * `read` finds the digits in the typed or pasted text, so '123 456' or a sentence with the code works. There is no
 * `maxlength`, which would cut a pasted text before that. A text with more digits is cut, and not complete. A line under each digit marks the positions of a six-digit
 * code. `ref` and all other attributes go to the `<input>`.
 */
export function CodeField({
  label,
  labelEnd,
  hint,
  error,
  length,
  read = asciiDigits,
  onComplete,
  ...input
}: CodeFieldProps) {
  const control = useFieldControl({ ...input, hint, error });
  const completed = useRef('');

  function clean(event: FormEvent<HTMLInputElement>) {
    const field = event.currentTarget;
    const digits = read(field.value);
    const code = digits.slice(0, length);
    // Written only when it differs, because writing moves the caret to the end during a correction.
    if (code !== field.value) field.value = code;
    if (digits.length === length && code !== completed.current) {
      completed.current = code;
      onComplete?.(code);
    }
  }

  return (
    <Field controlId={control.id} label={label} labelEnd={labelEnd} hint={hint} error={error}>
      <span className={styles.places} data-length={length}>
        <input
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          dir="ltr"
          {...input}
          {...control}
          className={classNames(control.className, styles.code)}
          type="text"
          onInput={(event) => {
            clean(event);
            input.onInput?.(event);
          }}
        />
      </span>
    </Field>
  );
}
