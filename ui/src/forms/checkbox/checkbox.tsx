import {
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type ChangeEvent,
  type ComponentProps,
  type ReactNode,
} from 'react';
import { Choice, describeChoice } from '#forms/choice/choice.tsx';
import choiceStyles from '#forms/choice/choice.module.css';
import styles from './checkbox.module.css';

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children' | 'readOnly'> & {
  /** What is chosen. It names the control, and a press on it is a press on the control. */
  label: ReactNode;
  /** Keeps the label for assistive technology and does not paint it, as for a box in a table's row. */
  hideLabel?: boolean | undefined;
  /** One line under the label: what the choice changes. */
  hint?: ReactNode;
  /** What is wrong. While given, the control is `aria-invalid`; announced when it appears. */
  error?: string | undefined;
  /**
   * Some of the options it represents are chosen: it shows a dash and is announced as mixed. A press still toggles it.
   */
  indeterminate?: boolean;
};

/**
 * Turns one thing on or off, or chooses rows of a list. It is the browser's own checkbox, so `checked`,
 * `defaultChecked`, `onChange`, `name`, `value` and `required` are those of `<input>`; HTML has no read-only box.
 * `className` goes to the root;
 * `ref`, `id`, `data-*` and every other attribute go to the input.
 */
export function Checkbox({
  label,
  hideLabel,
  hint,
  error,
  indeterminate = false,
  className,
  id,
  ref,
  onChange,
  ...input
}: CheckboxProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const control = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => control.current);
  // The browser has no attribute for it, and takes it back at each press.
  useLayoutEffect(() => {
    if (control.current) control.current.indeterminate = indeterminate;
  });
  return (
    <Choice {...{ controlId, className, label, hideLabel, hint, error }}>
      <input
        {...input}
        {...describeChoice(controlId, { hideLabel, hint, error }, input['aria-describedby'])}
        ref={control}
        type="checkbox"
        className={choiceStyles.input}
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          onChange?.(event);
          event.currentTarget.indeterminate = indeterminate;
        }}
      />
      <span className={styles.box}>
        <svg className={styles.tick} viewBox="0 0 16 16" aria-hidden="true">
          <path d="m4 8.3 2.6 2.6L12 5.4" />
        </svg>
        <svg className={styles.dash} viewBox="0 0 16 16" aria-hidden="true">
          <path d="M4.5 8h7" />
        </svg>
      </span>
    </Choice>
  );
}
