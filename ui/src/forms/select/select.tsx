import { Select as Base } from '@base-ui/react/select';
import type { ComponentProps, ReactNode } from 'react';

import { classNames } from '#class-names.ts';
import { Field, useFieldControl, type FieldTexts } from '#forms/field/field.tsx';
import { ChevronIcon } from '#icons/choice-icons.tsx';
import { VisuallyHidden } from '#layout/visually-hidden/visually-hidden.tsx';
import { useAfterHydration } from '#use-after-hydration.ts';
import { useHeldValue } from '#use-held-value.ts';
import { listOptions, type GivenOptions, type RequiredReaders, type SelectOption } from './options.ts';
import { SelectList } from './select-list.tsx';
import styles from './select.module.css';
import { ServerControl, useFocusHandOver } from './server-control.tsx';

export type { GivenOptions, OptionGroup, SelectOption } from './options.ts';

/** One option is chosen, or none. */
type OneValue = {
  multiple?: false;
  /** The chosen value, when the caller holds it; `null` for none. With `multiple` a list of values. */
  value?: string | null;
  /** What is chosen at first, when the component holds it. */
  defaultValue?: string | null;
  /** Called with the value of the chosen option; with `multiple` with all that are chosen. */
  onChange?: (value: string) => void;
};

/** Any number of options is chosen. */
type ManyValues = {
  /** Any number of options can be chosen: the list stays open. */
  multiple: true;
  value?: readonly string[];
  defaultValue?: readonly string[];
  onChange?: (values: string[]) => void;
};

export type SelectProps<Option = SelectOption> = Omit<
  ComponentProps<'button'>,
  'value' | 'defaultValue' | 'onChange' | 'children' | 'type' | 'role' | 'style'
> &
  GivenOptions<Option> &
  RequiredReaders<Option> &
  (OneValue | ManyValues) &
  FieldTexts & {
    /** Keeps the label for assistive technology and does not paint it. */
    hideLabel?: boolean;
    /** The value of an option of another shape than `SelectOption`. */
    getOptionValue?: (option: Option) => string;
    /** The label of an option of another shape: it is shown, and found by typing. */
    getOptionLabel?: (option: Option) => string;
    /** What the list shows in place of the label. */
    renderOption?: (option: Option) => ReactNode;
    /** Shown while nothing is chosen. */
    placeholder?: string;
    /** Heights 28, 40, 48 and 56 px (spec §9). */
    size?: 'xSmall' | 'small' | 'regular' | 'large';
    /** The side of the control on which the list opens; the opposite one where there is no room. */
    side?: 'top' | 'bottom';
    align?: 'start' | 'center' | 'end';
    /** The options are on their way: said in place of `noOptionsText`. */
    loading?: boolean;
    loadingText?: string;
    noOptionsText?: string;
    /** The value is seen and sent, and cannot be changed; the list can still be read. */
    readOnly?: boolean;
    required?: boolean;
  };

/**
 * One option of a list that opens over the page, or several with `multiple`. Typing goes to an option, Escape leaves
 * all as it was, and Tab takes the highlighted option along. `className` goes to the root; `ref`, `id`, `data-*` and
 * other attributes go to the button. Texts in spec §8, heights in spec §9.
 */
export function Select<Option = SelectOption>({
  label,
  hideLabel,
  labelEnd,
  hint,
  error,
  size = 'regular',
  className,
  options,
  groups: givenGroups,
  getOptionValue,
  getOptionLabel,
  renderOption,
  multiple,
  value,
  defaultValue,
  onChange,
  name,
  disabled,
  readOnly,
  required,
  placeholder,
  side = 'bottom',
  align = 'start',
  loading = false,
  loadingText = 'Loading results',
  noOptionsText = 'No options',
  ...button
}: SelectProps<Option>) {
  const [chosen, setChosen] = useHeldValue<string | readonly string[] | null>(
    value,
    defaultValue ?? (multiple ? [] : null),
    onChange as ((next: string | readonly string[] | null) => void) | undefined,
  );
  const hydrated = useAfterHydration();
  const { id, 'aria-describedby': describedBy } = button;
  const control = useFieldControl({ id, 'aria-describedby': describedBy, hint, error });
  const hadFocus = useFocusHandOver(control.id, hydrated);
  const readers = { getOptionValue, getOptionLabel, renderOption };
  const groups = listOptions<Option>({ options, groups: givenGroups }, readers);
  const labelOf = new Map(groups.flatMap((group) => group.options).map((each) => [each.value, each.label]));
  const note = loading ? loadingText : labelOf.size === 0 ? noOptionsText : '';

  const shown = { ...button, ...control, className: styles.control, disabled };
  const chosenLabels = [chosen ?? []].flat().map((each) => labelOf.get(each) ?? each);
  const shownValue = {
    className: styles.value,
    'data-longest': longestOf([...labelOf.values(), placeholder ?? '']),
    children: chosenLabels.join(', ') || <span data-placeholder="">{placeholder}</span>,
  };

  return (
    <Field
      {...{ labelEnd, hint, error }}
      label={hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      controlId={control.id}
      className={classNames(styles.field, className)}
      data-size={size}
      data-hide-label={hideLabel || undefined}
      onClick={(event) => {
        // A press on a label presses its button, which would open the list.
        if (!(event.target as Element).closest('label')) return;
        event.preventDefault();
        document.getElementById(control.id)?.focus();
      }}
    >
      {hydrated ? (
        <Base.Root<string, boolean>
          {...{ name, disabled, readOnly, required, multiple }}
          id={control.id}
          modal={false}
          value={chosen}
          onValueChange={setChosen}
        >
          <Base.Trigger {...shown}>
            <Base.Value {...shownValue} />
            <Base.Icon className={styles.chevron}>
              <ChevronIcon />
            </Base.Icon>
          </Base.Trigger>
          <SelectList
            {...{ groups, side, align, note }}
            labelledBy={`${control.id}-label`}
            busy={loading}
            onTab={(highlighted) => {
              if (!multiple && !readOnly) setChosen(highlighted);
            }}
          />
        </Base.Root>
      ) : (
        <ServerControl {...shown} {...{ hadFocus, name }} chosen={chosen}>
          <span {...shownValue} />
          <span className={styles.chevron}>
            <ChevronIcon />
          </span>
        </ServerControl>
      )}
    </Field>
  );
}

const longestOf = (texts: readonly string[]): string =>
  texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
