/** What a Select chooses from: options of any shape, read by functions. */
import type { ReactNode } from 'react';

/** The shape of an option that needs no functions to be read. */
export type SelectOption = {
  /** Unique in the list; what is sent with the form and given to `onChange`. */
  value: string;
  /** What the option is called: it is shown, and found by typing. */
  label: string;
  /** One line under the label. */
  description?: ReactNode;
  /** Seen, and cannot be chosen. */
  disabled?: boolean;
};

/** Options under a heading. */
export type OptionGroup<Option> = { label: string; options: readonly Option[] };

/** The options, in one list or in groups. */
export type GivenOptions<Option> =
  | { options: readonly Option[]; groups?: undefined }
  | { options?: undefined; groups: readonly OptionGroup<Option>[] };

type ReadOptions<Option> = {
  options?: readonly Option[] | undefined;
  groups?: readonly OptionGroup<Option>[] | undefined;
};

/** An option of another shape than `SelectOption` needs both functions. */
export type RequiredReaders<Option> = Option extends SelectOption
  ? unknown
  : { getOptionValue: (option: Option) => string; getOptionLabel: (option: Option) => string };

export type OptionReaders<Option> = {
  getOptionValue?: ((option: Option) => string) | undefined;
  getOptionLabel?: ((option: Option) => string) | undefined;
  renderOption?: ((option: Option) => ReactNode) | undefined;
};

/** An option as the list shows it. */
export type ListedOption = {
  value: string;
  label: string;
  content: ReactNode;
  description: ReactNode;
  disabled: boolean | undefined;
};

/** A group as the list shows it; without a label its options have no heading. */
export type ListedGroup = { label: string; options: readonly ListedOption[] };

/**
 * The options as one list of groups; options without groups are one group without a label. An option is read by the
 * given functions, and by its fields where none are given.
 */
export function listOptions<Option>(
  { options, groups = [{ label: '', options: options ?? [] }] }: ReadOptions<Option>,
  { getOptionValue, getOptionLabel, renderOption }: OptionReaders<Option>,
): ListedGroup[] {
  const read = (option: Option): ListedOption => {
    // `RequiredReaders` asks for the functions where the option has no such fields.
    const fields = option as Partial<SelectOption>;
    const label = getOptionLabel?.(option) ?? fields.label ?? '';
    return {
      value: getOptionValue?.(option) ?? fields.value ?? '',
      label,
      content: renderOption?.(option) ?? label,
      description: renderOption ? undefined : fields.description,
      disabled: fields.disabled,
    };
  };
  return groups.map((group) => ({ label: group.label, options: group.options.map(read) }));
}
