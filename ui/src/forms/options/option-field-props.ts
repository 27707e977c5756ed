import type { ReactNode } from 'react';

/** The props that Select and SearchSelect share, besides the options and what is chosen. */
export type OptionFieldProps<Option> = {
  /** Names the control. */
  label: ReactNode;
  /** Keeps the label for assistive technology and does not paint it. */
  hideLabel?: boolean;
  /** The end of the label row, for a link. */
  labelEnd?: ReactNode;
  /** What to know before one chooses. */
  hint?: ReactNode;
  /** What is wrong. While given, the control is `aria-invalid`; announced when it appears. */
  error?: string | undefined;
  /** The value of an option of another shape than `SelectOption`. */
  getOptionValue?: (option: Option) => string;
  /** The label of an option of another shape: it is shown, and found by typing. */
  getOptionLabel?: (option: Option) => string;
  /** What the list shows in place of the label. */
  renderOption?: (option: Option) => ReactNode;
  /** Shown while nothing is chosen. */
  placeholder?: string;
  /** Heights 28, 40, 48 and 56 px (spec §9); chips make a SearchSelect higher. */
  size?: 'xSmall' | 'small' | 'regular' | 'large';
  /** The side of the control on which the list opens; the opposite one where there is no room. */
  side?: 'top' | 'bottom';
  align?: 'start' | 'center' | 'end';
  /** The options are on their way: said in place of `noOptionsText`. */
  loading?: boolean;
  loadingText?: string;
  noOptionsText?: string;
};

/** One option is chosen, or none. `Reported` is what `onChange` is called with. */
type OneValue<Reported> = {
  multiple?: false;
  /** The chosen value, when the caller holds it; `null` for none. With `multiple` a list of values. */
  value?: string | null;
  /** What is chosen at first, when the component holds it. */
  defaultValue?: string | null;
  /** Called with the value of the chosen option; by a SearchSelect also with `null`, when it is cleared. */
  onChange?: (value: Reported) => void;
};

/** Any number of options is chosen. */
type ManyValues = {
  /** Any number of options can be chosen: the list stays open, and in a SearchSelect each becomes a chip. */
  multiple: true;
  value?: readonly string[];
  defaultValue?: readonly string[];
  onChange?: (values: string[]) => void;
};

export type ChosenProps<Reported> = OneValue<Reported> | ManyValues;
