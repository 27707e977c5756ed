import { Select as Base } from '@base-ui/react/select';
import type { ComponentProps } from 'react';

import { classNames } from '#class-names.ts';
import { Field, useFieldControl } from '#forms/field/field.tsx';
import optionStyles from '#forms/options/options.module.css';
import type { ChosenProps, OptionFieldProps } from '#forms/options/option-field-props.ts';
import {
  listOptions,
  type GivenOptions,
  type RequiredReaders,
  type SelectOption,
} from '#forms/options/options.ts';
import { ServerControl, useFocusHandOver } from '#forms/options/server-control.tsx';
import { ChevronIcon } from '#icons/chevron-icon.tsx';
import { VisuallyHidden } from '#layout/visually-hidden/visually-hidden.tsx';
import { useAfterHydration } from '#use-after-hydration.ts';
import { useHeldValue } from '#use-held-value.ts';
import { SelectList } from './select-list.tsx';

export type { GivenOptions, OptionGroup, SelectOption } from '#forms/options/options.ts';

export type SelectProps<Option = SelectOption> = Omit<
  ComponentProps<'button'>,
  'value' | 'defaultValue' | 'onChange' | 'children' | 'type' | 'role' | 'style'
> &
  GivenOptions<Option> &
  RequiredReaders<Option> &
  ChosenProps<string> &
  OptionFieldProps<Option> & {
    /** The value is seen and sent, and cannot be changed; the list can still be read. */
    readOnly?: boolean;
    required?: boolean;
  };

/**
 * One option of a list that opens over the page, or several with `multiple`. Typing goes to an option, Escape leaves
 * all as it was, and Tab takes the highlighted option along. `className` goes to the root; `ref`, `id`, `data-*` and
 * other attributes go to the button. Texts in spec §8, heights in spec §9.
 */
export function Select<Option = SelectOption>(props: SelectProps<Option>) {
  const { label, hideLabel, labelEnd, hint, error, size = 'regular', className, ...notField } = props;
  const {
    options,
    groups: givenGroups,
    getOptionValue,
    getOptionLabel,
    renderOption,
    ...notOptions
  } = notField;
  const { multiple, value, defaultValue, onChange, name, disabled, readOnly, required, ...notRoot } =
    notOptions;
  const { placeholder, side = 'bottom', align = 'start', loading = false, ...texts } = notRoot;
  const { loadingText = 'Loading results', noOptionsText = 'No options', ...button } = texts;

  const [chosen, setChosen] = useHeldValue<string | readonly string[] | null>(
    value,
    defaultValue ?? (multiple ? [] : null),
    onChange as ((next: string | readonly string[] | null) => void) | undefined,
  );
  const hydrated = useAfterHydration();
  const control = useFieldControl({
    id: button.id,
    'aria-describedby': button['aria-describedby'],
    hint,
    error,
  });
  const hadFocus = useFocusHandOver(control.id, hydrated);
  const readers = { getOptionValue, getOptionLabel, renderOption };
  const groups = listOptions<Option>({ options, groups: givenGroups }, readers);
  const labelOf = new Map(groups.flatMap((group) => group.options).map((each) => [each.value, each.label]));
  const empty = labelOf.size === 0;
  const note = loading ? loadingText : empty ? noOptionsText : '';

  const shown = {
    ...button,
    ...control,
    className: optionStyles.control,
    disabled,
  };
  const longest = [...labelOf.values(), placeholder ?? ''].reduce(
    (a, b) => (b.length > a.length ? b : a),
    '',
  );
  const chosenLabels = [chosen ?? []].flat().map((each) => labelOf.get(each) ?? each);
  const valueText = chosenLabels.join(', ') || <span data-placeholder="">{placeholder}</span>;
  const focusControl = () => document.getElementById(control.id)?.focus();

  return (
    <Field
      {...{ labelEnd, hint, error }}
      label={hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      controlId={control.id}
      className={classNames(optionStyles.field, className)}
      data-size={size}
      data-hide-label={hideLabel || undefined}
      onClick={(event) => {
        // A press on a label presses its button, which would open the list.
        if (!(event.target as Element).closest('label')) return;
        event.preventDefault();
        focusControl();
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
            <Base.Value className={optionStyles.value} data-longest={longest}>
              {valueText}
            </Base.Value>
            <Base.Icon className={optionStyles.chevron}>
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
          <span className={optionStyles.value} data-longest={longest}>
            {valueText}
          </span>
          <span className={optionStyles.chevron}>
            <ChevronIcon />
          </span>
        </ServerControl>
      )}
    </Field>
  );
}
