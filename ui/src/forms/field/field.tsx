import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from '#class-names.ts';
import styles from './field.module.css';

/** What every field of a form has besides the attributes of its `<input>`. All texts come from the app. */
export type FieldTexts = {
  label: ReactNode;
  /** The end of the label row, for a link such as 'Forgot password?'. Tab reaches it after the control. */
  labelEnd?: ReactNode;
  /** What to type, said before anything is wrong. */
  hint?: ReactNode;
  /** What is wrong. While given, the input is `aria-invalid`; announced when it appears (requirements §4 "Words"). */
  error?: string | undefined;
};

/**
 * Props of a field: those of `<input>` less `value`. Fields are uncontrolled, so what was typed or filled in before
 * the page's script ran stays; read them with `FormData`. While a call runs make them `readOnly`, not `disabled`:
 * a disabled field loses the focus and is missing from `FormData`.
 */
export type FieldProps = Omit<ComponentProps<'input'>, 'value' | 'children'> & FieldTexts;

/** Ties an input to its label, hint and error: the attributes for the `<input>`, with any given ones kept. */
export function useFieldControl({ id, hint, error, ...given }: Partial<FieldProps>) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const described = [given['aria-describedby'], hint && `${controlId}-hint`, `${controlId}-error`];
  return {
    id: controlId,
    className: classNames(styles.input, given.className),
    'aria-describedby': described.filter(Boolean).join(' '),
    'aria-invalid': error ? true : undefined,
  } as const;
}

/**
 * The layout of a field: label row, control, then hint and error. The error's slot is always in the page, because a
 * text that arrives together with its live region is often not announced; empty, it takes no room. `className` and other
 * attributes go to the root; `--control-height` there is the height of the control.
 */
export function Field({
  controlId,
  label,
  labelEnd,
  hint,
  error,
  below,
  children,
  className,
  ...root
}: FieldTexts &
  Omit<ComponentProps<'div'>, 'children'> & {
    controlId: string;
    /** More lines under the control, above the error. */
    below?: ReactNode;
    children: ReactNode;
  }) {
  return (
    <div {...root} className={classNames(styles.field, className)}>
      <label id={`${controlId}-label`} className={styles.label} htmlFor={controlId}>
        {label}
      </label>
      <div className={styles.control} data-invalid={error ? true : undefined}>
        {children}
      </div>
      {labelEnd ? <div className={styles.labelEnd}>{labelEnd}</div> : null}
      <div className={styles.below}>
        {hint ? <p id={`${controlId}-hint`}>{hint}</p> : null}
        {below}
        <p id={`${controlId}-error`} className={styles.error} role="alert">
          {error}
        </p>
      </div>
    </div>
  );
}
