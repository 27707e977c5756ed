import { Combobox as Base } from '@base-ui/react/combobox';
import type { ComponentProps, ReactNode } from 'react';
import optionStyles from '#forms/options/options.module.css';
import { ChevronIcon } from '#icons/chevron-icon.tsx';
import { CloseIcon } from '#icons/close-icon.tsx';
import styles from './search-select.module.css';

/** What is in the frame of a SearchSelect: a chip for each of several values, the input, the clear button. */
export function SearchControl({
  chips,
  removeLabel,
  clearLabel,
  input,
}: {
  /** The chosen values with their labels, where there can be several. */
  chips: readonly { value: string; label: string }[] | undefined;
  removeLabel: (label: string) => string;
  clearLabel: string;
  input: ComponentProps<typeof Base.Input>;
}) {
  return (
    <>
      {chips ? (
        <Base.Chips className={styles.chips}>
          {chips.map(({ value, label }) => (
            // A chip has no role, so it may not be `aria-readonly`; the input is.
            <Base.Chip key={value} className={styles.chip} aria-readonly={undefined}>
              <span className={styles.chipText}>{label}</span>
              <Base.ChipRemove className={styles.remove} aria-label={removeLabel(label)}>
                <CloseIcon />
              </Base.ChipRemove>
            </Base.Chip>
          ))}
          <Base.Input {...input} />
        </Base.Chips>
      ) : (
        <Base.Input {...input} />
      )}
      <ControlEnd>
        <Base.Clear className={styles.clear} aria-label={clearLabel}>
          <CloseIcon />
        </Base.Clear>
      </ControlEnd>
    </>
  );
}

/** The end of the frame. A press on the arrow goes through it to the input. */
export function ControlEnd({ children }: { children?: ReactNode }) {
  return (
    <span className={styles.end}>
      {children}
      <span className={optionStyles.chevron}>
        <ChevronIcon />
      </span>
    </span>
  );
}
