import { Checkbox } from '#forms/checkbox/checkbox.tsx';
import styles from './row-checkbox.module.css';

type RowCheckboxProps = {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  disabled: boolean;
  /** Receives the change event: TanStack Table reads the box and the Shift key from it. */
  onChange: (event: unknown) => void;
};

/** The box of a row or of the header. It fills the cell, so a near miss is a hit. */
export function RowCheckbox(props: RowCheckboxProps) {
  return <Checkbox {...props} hideLabel className={styles.box} />;
}
