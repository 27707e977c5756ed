import { useRef, type FormEvent } from 'react';
import { Field, useFieldControl, type FieldProps } from '#field/field.tsx';
import styles from './code-field.module.css';

export type CodeFieldProps = Omit<FieldProps, 'type' | 'maxLength' | 'inputMode'> & {
  /** Digits of a whole code. */
  length: number;
  /** Called once when the code is whole, and not again for the same code: a refused one is not sent twice. */
  onComplete?: ((code: string) => void) | undefined;
};

/**
 * A mailed code, in one input: screen readers and autofill (`one-time-code`) handle one better than a row of boxes.
 * Whatever is typed or pasted is cleaned of anything but digits, so '123 456' or a whole sentence with the code works.
 * There is no `maxlength`: it would cut a pasted text before it is cleaned. The places of a code of six are drawn under
 * the digits.
 */
export function CodeField({ label, labelEnd, hint, error, length, onComplete, ...input }: CodeFieldProps) {
  const control = useFieldControl({ ...input, hint, error });
  const completed = useRef('');

  function clean(event: FormEvent<HTMLInputElement>) {
    const field = event.currentTarget;
    // NFKC turns the full-width digits of East Asian keyboards into plain ones.
    const code = field.value
      .normalize('NFKC')
      .replace(/[^0-9]/g, '')
      .slice(0, length);
    // Written only when it differs: writing moves the caret to the end, also in the middle of a correction.
    if (code !== field.value) field.value = code;
    if (code.length === length && code !== completed.current) {
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
          className={`${control.className} ${styles.code}`}
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
