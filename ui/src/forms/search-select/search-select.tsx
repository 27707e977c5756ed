import { Combobox as Base } from '@base-ui/react/combobox';
import { mergeProps } from '@base-ui/react/merge-props';
import { useRef, type ComponentProps } from 'react';

import { classNames } from '#class-names.ts';
import { Field, useFieldControl } from '#forms/field/field.tsx';
import optionStyles from '#forms/options/options.module.css';
import type { ChosenProps, OptionFieldProps } from '#forms/options/option-field-props.ts';
import {
  listOptions,
  readOption,
  type OptionGroup,
  type RequiredReaders,
  type SelectOption,
} from '#forms/options/options.ts';
import { ServerControl, useFocusHandOver } from '#forms/options/server-control.tsx';
import { VisuallyHidden } from '#layout/visually-hidden/visually-hidden.tsx';
import { useAfterHydration } from '#use-after-hydration.ts';
import { ControlEnd, SearchControl } from './search-control.tsx';
import { SearchList } from './search-list.tsx';
import styles from './search-select.module.css';
import type { SearchOptions } from './use-option-search.ts';
import { useSearchSelect } from './use-search-select.ts';

export type { OptionGroup, SelectOption } from '#forms/options/options.ts';
export type { SearchOptions } from './use-option-search.ts';

export type SearchSelectProps<Option = SelectOption> = Omit<
  ComponentProps<'input'>,
  'value' | 'defaultValue' | 'onChange' | 'children' | 'type' | 'role' | 'style' | 'size' | 'multiple'
> &
  RequiredReaders<Option> &
  ChosenProps<string | null> &
  OptionFieldProps<Option> & {
    /** All options; with `searchOptions` at least the chosen ones, whose labels are needed before a search. */
    options?: readonly Option[];
    /** All options under headings, in place of `options`. */
    groups?: readonly OptionGroup<Option>[];
    /**
     * Finds options elsewhere: when the list opens, and 250 ms after the last key. A new search aborts the one before
     * it by the signal. When it rejects, the options of the one before stay.
     */
    searchOptions?: SearchOptions<Option>;
    /** Said when `searchOptions` rejects. */
    searchErrorText?: string;
    /** Said under the first 100 of more matches. */
    narrowText?: string;
    /** Names the button that clears the value. */
    clearLabel?: string;
    /** Names the button that removes a chip. */
    removeLabel?: (label: string) => string;
  };

/**
 * Chooses one of many options, or several, by typing a part of their name; the options can be searched elsewhere.
 * Escape leaves the value as it was, and Tab takes the highlighted option along. `className` goes to the root; `ref`,
 * `id`, `data-*` and other attributes go to the input. Texts in spec §8, heights in spec §9.
 */
export function SearchSelect<Option = SelectOption>(props: SearchSelectProps<Option>) {
  const { label, hideLabel, labelEnd, hint, error, size = 'regular', className, ...notField } = props;
  const { options, groups, searchOptions, getOptionValue, getOptionLabel, renderOption, ...rest } = notField;
  const { multiple, value, defaultValue, onChange, name, disabled, readOnly, required, ...notRoot } = rest;
  const { loading = false, placeholder, side = 'bottom', align = 'start', ...notList } = notRoot;
  const { loadingText = 'Loading results', noOptionsText = 'No options', ...moreTexts } = notList;
  const { searchErrorText = 'Results could not be loaded', narrowText, ...labels } = moreTexts;
  const { clearLabel = 'Clear', removeLabel = (each: string) => `Remove ${each}`, ...input } = labels;

  const frame = useRef<HTMLDivElement>(null);
  const { id, 'aria-describedby': describedBy } = input;
  const control = useFieldControl({ id, 'aria-describedby': describedBy, hint, error });
  const hydrated = useAfterHydration();
  const hadFocus = useFocusHandOver(control.id, hydrated);
  const readers = { getOptionValue, getOptionLabel, renderOption };
  const select = useSearchSelect<Option>({
    groups: listOptions<Option>({ options, groups }, readers),
    readOption: (option) => readOption(option, readers),
    searchOptions,
    multiple,
    readOnly,
    value,
    defaultValue,
    onChange: onChange as ((next: string | readonly string[] | null) => void) | undefined,
  });
  const busy = loading || select.search.searching;
  const note = busy
    ? loadingText
    : select.search.failed
      ? searchErrorText
      : select.groups.length === 0
        ? noOptionsText
        : select.cut
          ? (narrowText ?? 'Type to narrow down')
          : '';
  const chips = select.chosenValues.map((each) => ({ value: each, label: select.labels.get(each) ?? each }));
  const shownLabels = chips.map((chip) => chip.label).join(', ');
  const shown = { ...control, disabled, className: classNames(optionStyles.control, styles.input) };

  return (
    <Field
      {...{ labelEnd, hint, error }}
      label={hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      controlId={control.id}
      className={classNames(optionStyles.field, className)}
      data-size={size}
      data-hide-label={hideLabel || undefined}
    >
      <div ref={frame} className={styles.frame}>
        {hydrated ? (
          <Base.Root<string, boolean>
            {...{ name, disabled, readOnly, required, multiple }}
            {...select.root}
            id={control.id}
          >
            <SearchControl
              {...{ clearLabel, removeLabel }}
              chips={multiple ? chips : undefined}
              input={{
                ...mergeProps<'input'>(select.keys, input),
                ...shown,
                // While the list is open, Base UI hides the label from assistive technology; by its id it still names.
                'aria-labelledby': `${control.id}-label`,
                placeholder: chips.length > 0 ? undefined : placeholder,
              }}
            />
            <SearchList
              {...{ side, align, note, busy }}
              groups={select.groups}
              labelledBy={`${control.id}-label`}
              anchor={() => frame.current?.parentElement ?? null}
            />
          </Base.Root>
        ) : (
          <>
            <ServerControl {...shown} {...{ hadFocus, name }} chosen={select.chosenValues}>
              <span className={optionStyles.value}>
                {shownLabels || <span data-placeholder="">{placeholder}</span>}
              </span>
            </ServerControl>
            <ControlEnd />
          </>
        )}
      </div>
    </Field>
  );
}
