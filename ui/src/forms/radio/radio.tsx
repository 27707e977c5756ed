import { useId, type ComponentProps, type ReactNode, type Ref } from 'react';
import { classNames } from '#class-names.ts';
import { Choice, describeChoice } from '#forms/choice/choice.tsx';
import choiceStyles from '#forms/choice/choice.module.css';
import styles from './radio.module.css';

export type RadioOption<Value extends string = string> = {
  /** What is sent with the form and given to `onChange`. */
  value: Value;
  label: ReactNode;
  /** One line under the label: what this option means. */
  description?: ReactNode;
  disabled?: boolean;
};

export type RadioGroupProps<Value extends string = string> = Omit<
  ComponentProps<'fieldset'>,
  'onChange' | 'defaultValue' | 'children' | 'ref'
> & {
  /** The question that the options answer: the legend, which names the group. */
  label: ReactNode;
  /** Two to seven options; only one is chosen. */
  options: readonly RadioOption<Value>[];
  /** The name of the value in the form. The default is a generated name. */
  name?: string;
  /** The chosen value, when the caller holds it; `null` for none. */
  value?: Value | null;
  /** The value that is chosen at first, when the browser holds it. */
  defaultValue?: Value;
  onChange?: (value: Value) => void;
  /** What to know before one chooses. */
  hint?: ReactNode;
  /**
   * What is wrong. While given, the group is `aria-invalid`; announced when it appears. A group that can be wrong always
   * has the prop, and with it the place that announces; any other has none.
   */
  error?: string | undefined;
  /** An option must be chosen before the form is sent; the browser says so. */
  required?: boolean;
  /** One below the other, or in a row that wraps. */
  orientation?: 'vertical' | 'horizontal';
  /** `card`: each option in its own frame, for options with descriptions. */
  variant?: 'plain' | 'card';
  /** The fieldset. */
  ref?: Ref<HTMLFieldSetElement>;
};

/**
 * A choice of one of a few options, which are all visible. The group is a fieldset with a legend, and each option is
 * the browser's own radio, so the arrow keys choose. `className`, `ref`, `id` and other attributes go to the fieldset.
 */
export function RadioGroup<Value extends string = string>(props: RadioGroupProps<Value>) {
  const { label, options, name, value, defaultValue, onChange, hint, error, ...more } = props;
  const { required, orientation = 'vertical', variant = 'plain', className, ...fieldset } = more;
  const ownId = useId();
  const id = fieldset.id ?? ownId;
  const canBeWrong = 'error' in props;
  const described = [fieldset['aria-describedby'], hint && `${id}-hint`, canBeWrong && `${id}-error`];
  return (
    <fieldset
      {...fieldset}
      id={id}
      role="radiogroup"
      className={classNames(styles.group, className)}
      data-variant={variant}
      aria-labelledby={`${id}-legend`}
      aria-describedby={described.filter(Boolean).join(' ') || undefined}
      aria-invalid={error ? true : undefined}
      aria-required={required || undefined}
    >
      <legend id={`${id}-legend`} className={styles.legend}>
        {label}
      </legend>
      {hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      <div className={styles.options} data-orientation={orientation}>
        {options.map((option) => (
          <Radio
            key={option.value}
            controlId={`${id}-${option.value}`}
            option={option}
            name={name ?? id}
            required={required}
            checked={value === undefined ? undefined : value === option.value}
            defaultChecked={value === undefined ? defaultValue === option.value : undefined}
            onChange={() => onChange?.(option.value)}
          />
        ))}
      </div>
      {canBeWrong ? (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

/** One option of the group; the group says what is wrong, so an option has no slot for an error. */
function Radio({
  controlId,
  option: { value, label, description, disabled },
  ...input
}: { controlId: string; option: RadioOption } & ComponentProps<'input'>) {
  return (
    <Choice
      controlId={controlId}
      className={styles.option}
      label={label}
      hint={description}
      errorSlot={false}
    >
      <input
        {...input}
        {...describeChoice(controlId, { hint: description, errorSlot: false })}
        type="radio"
        value={value}
        disabled={disabled}
        className={choiceStyles.input}
      />
      <span className={styles.mark} />
    </Choice>
  );
}
