import { Combobox as Base } from '@base-ui/react/combobox';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { ListedGroup, ListedOption } from '#forms/options/options.ts';
import { useHeldValue } from '#use-held-value.ts';
import { narrowOptions } from './narrow-options.ts';
import { useOptionSearch, type SearchOptions } from './use-option-search.ts';

type Chosen = string | readonly string[] | null;

/**
 * The state of a SearchSelect: what is chosen, typed, found and listed. `root` and `keys` are the props of Base UI's
 * combobox and of its input.
 */
export function useSearchSelect<Option>({
  groups,
  readOption,
  searchOptions,
  multiple = false,
  readOnly = false,
  ...held
}: {
  groups: readonly ListedGroup<Option>[];
  readOption: (option: Option) => ListedOption<Option>;
  searchOptions: SearchOptions<Option> | undefined;
  multiple: boolean | undefined;
  readOnly: boolean | undefined;
  value: Chosen | undefined;
  defaultValue: Chosen | undefined;
  onChange: ((next: Chosen) => void) | undefined;
}) {
  const [chosen, setChosen] = useHeldValue<Chosen>(
    held.value,
    held.defaultValue ?? (multiple ? [] : null),
    held.onChange,
  );
  const [open, setOpen] = useState(false);
  /** What was typed since the list opened. */
  const [query, setQuery] = useState('');
  /** The text was deleted; it clears the value when the person leaves, and Escape brings it back. */
  const [emptied, setEmptied] = useState(false);
  /** The labels of options that were chosen and may not be in the next answer of a search. */
  const [remembered, remember] = useState<ReadonlyMap<string, string>>(new Map());
  const text = useRef('');
  const highlighted = useRef<string | undefined>(undefined);
  const search = useOptionSearch(searchOptions, query, open);
  const { contains } = Base.useFilter();

  const all = search.found ? [{ label: '', options: search.found.map(readOption) }] : groups;
  const labels = new Map([
    ...remembered,
    ...[...groups, ...all]
      .flatMap(({ options }) => options)
      .map(({ value, label }) => [value, label] as const),
  ]);
  const chosenValues = [chosen ?? []].flat();
  const narrowed = narrowOptions(
    all,
    ({ label }) => searchOptions !== undefined || query === '' || contains(label, query),
    (value) => chosenValues.includes(value),
  );
  // Base UI compares the items by identity.
  const values = JSON.stringify(
    narrowed.groups.map(({ label, options }) => ({ value: label, items: options.map(({ value }) => value) })),
  );
  const items = useMemo(() => JSON.parse(values) as { value: string; items: string[] }[], [values]);

  const choose = (next: Chosen) => {
    const added = [next ?? []].flat().map((value) => [value, labels.get(value) ?? value] as const);
    remember(new Map([...remembered, ...added]));
    setEmptied(false);
    setChosen(next);
  };
  /** The person leaves the text as it is: an empty one clears the value, another one is put back to the label. */
  const settle = () => {
    if (emptied && text.current === '') setChosen(null);
    setEmptied(false);
  };

  const root = {
    items,
    // The list is narrowed here.
    filter: null,
    autoHighlight: searchOptions === undefined,
    value: emptied ? null : chosen,
    itemToStringLabel: (value: string) => labels.get(value) ?? value,
    onItemHighlighted: (value: string | undefined) => {
      highlighted.current = value;
    },
    onValueChange: (next: Chosen, { reason, isCanceled }: Base.Root.ChangeEventDetails) => {
      if (isCanceled) return;
      if (reason === 'input-clear') setEmptied(true);
      else choose(next);
    },
    onInputValueChange: (next: string, details: Base.Root.ChangeEventDetails) => {
      if (details.reason === 'escape-key') {
        // Base UI would clear the value; here Escape changes nothing, and may close a dialog around it.
        details.cancel();
        details.allowPropagation();
        setEmptied(false);
        return;
      }
      text.current = next;
      if (details.reason === 'input-change') setQuery(next.trim());
      if (details.reason === 'clear-press') setQuery('');
    },
    onOpenChange: (next: boolean, { reason }: Base.Root.ChangeEventDetails) => {
      setOpen(next);
      if (next && reason !== 'input-change') setQuery('');
      if (!next && reason === 'escape-key') setEmptied(false);
      else if (!next && reason !== 'item-press') settle();
    },
    onOpenChangeComplete: (next: boolean) => {
      if (!next) setQuery('');
    },
  };
  const keys = {
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (!open) return;
      const highlight = highlighted.current;
      // Enter without a highlighted option closes the list; the form is not sent by the way.
      if (event.key === 'Enter' && highlight === undefined) event.preventDefault();
      if (event.key === 'Tab' && highlight !== undefined && !multiple && !readOnly) choose(highlight);
    },
    onBlur: () => {
      if (!open) settle();
    },
  };
  return { root, keys, open, chosenValues, labels, search, ...narrowed };
}
