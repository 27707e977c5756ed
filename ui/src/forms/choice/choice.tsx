import type { ReactNode } from 'react';
import { classNames } from '#class-names.ts';
import { VisuallyHidden } from '#layout/visually-hidden/visually-hidden.tsx';
import styles from './choice.module.css';

/** The texts of a box or a radio. All of them come from the app. */
export type ChoiceTexts = {
  /** What is chosen. It names the control, and a press on it is a press on the control. */
  label: ReactNode;
  /** Keeps the label for assistive technology and does not paint it, as for a box in a table's row. */
  hideLabel?: boolean | undefined;
  /** One line under the label: what the choice changes. */
  hint?: ReactNode;
  /** What is wrong. While given, the control is `aria-invalid`; announced when it appears. */
  error?: string | undefined;
};

/** Whether the place of the error is in the page also without an error. A radio has none: its group has it. */
type ErrorSlot = { errorSlot?: boolean | undefined };

/** Ties a native input to its hint and its error: the attributes for the `<input>`. */
export function describeChoice(
  controlId: string,
  { hint, error, ...slot }: Partial<ChoiceTexts> & ErrorSlot,
  given?: string,
) {
  const described = [
    given,
    hint && `${controlId}-hint`,
    hasErrorSlot({ error, ...slot }) && `${controlId}-error`,
  ];
  return {
    id: controlId,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  } as const;
}

/** The layout of a choice: the control and its label in one row, then hint and error under the label. */
export function Choice({
  controlId,
  className,
  label,
  hideLabel,
  hint,
  error,
  errorSlot,
  children,
}: ChoiceTexts &
  ErrorSlot & {
    controlId: string;
    className?: string | undefined;
    /** The native input and what is painted for it. */
    children: ReactNode;
  }) {
  return (
    <div className={classNames(styles.choice, className)}>
      <label className={styles.row}>
        <span className={styles.control}>{children}</span>
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : <span className={styles.label}>{label}</span>}
      </label>
      <div className={styles.below}>
        {hint ? (
          <p id={`${controlId}-hint`} className={styles.hint}>
            {hint}
          </p>
        ) : null}
        {hasErrorSlot({ hideLabel, error, errorSlot }) ? (
          <p id={`${controlId}-error`} className={styles.error} role="alert">
            {error}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/**
 * The slot of the error is in the page before the error, because a text that arrives together with its live region is
 * often not announced. A choice with a hidden label is one of many in a table, where so many regions would be noise.
 */
function hasErrorSlot({
  hideLabel,
  error,
  errorSlot = !hideLabel,
}: Partial<ChoiceTexts> & ErrorSlot): boolean {
  return errorSlot || Boolean(error);
}
