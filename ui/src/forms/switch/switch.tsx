import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from '#class-names.ts';
import { Choice, describeChoice } from '#forms/choice/choice.tsx';
import choiceStyles from '#forms/choice/choice.module.css';
import styles from './switch.module.css';

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'children' | 'readOnly'> & {
  /** The setting. It names the control, and a press on it is a press on the control. */
  label: ReactNode;
  /** Keeps the label for assistive technology and does not paint it, as for a box in a table's row. */
  hideLabel?: boolean | undefined;
  /** One line under the label: what the choice changes. */
  hint?: ReactNode;
  /** What is wrong. While given, the control is `aria-invalid`; announced when it appears. */
  error?: string | undefined;
};

/**
 * Turns a setting on or off at once. It is the browser's own checkbox with the role of a switch, so `checked`,
 * `defaultChecked`, `onChange`, `name`, `value` and `required` are those of `<input>`; HTML has no read-only switch.
 * `className` goes to the root; `ref`, `id`, `data-*` and every other attribute go to the input.
 */
export function Switch({ label, hideLabel, hint, error, className, id, ...input }: SwitchProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const choice = { controlId, label, hideLabel, hint, error };
  return (
    <Choice {...choice} className={classNames(styles.switch, className)}>
      <input
        {...input}
        {...describeChoice(controlId, choice, input['aria-describedby'])}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the browser takes it from `checked`
        role="switch"
        className={choiceStyles.input}
      />
      <span className={styles.track}>
        <span className={styles.thumb} />
      </span>
    </Choice>
  );
}
