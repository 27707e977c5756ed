import styles from './row-checkbox.module.css';

type RowCheckboxProps = {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  disabled: boolean;
  /** Receives the change event: TanStack Table reads the box and the Shift key from it. */
  onChange: (event: unknown) => void;
};

/** The box of a row or of the header. The label fills the cell, so a near miss is a hit. */
export function RowCheckbox({ label, indeterminate = false, ...input }: RowCheckboxProps) {
  return (
    <label className={styles.cell}>
      <input
        {...input}
        type="checkbox"
        aria-label={label}
        ref={(element) => {
          if (element) element.indeterminate = indeterminate;
        }}
      />
    </label>
  );
}
