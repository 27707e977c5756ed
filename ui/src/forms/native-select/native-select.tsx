import type { ComponentProps } from 'react';
import { Icon } from '#icons/icon.tsx';
import styles from './native-select.module.css';

export type NativeSelectProps = Omit<ComponentProps<'select'>, 'children'> & {
  /** The name; screen readers only. */
  label: string;
  options: readonly {
    value: string;
    label: string;
    /** Language of the label, when it is not the page's. */ lang?: string;
  }[];
};

/** A choice from a short list with the browser's own menu, which works on every device without script. */
export function NativeSelect({ label, options, ...rest }: NativeSelectProps) {
  return (
    <span className={styles.wrap}>
      <select aria-label={label} {...rest} className={styles.select}>
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon size={16}>
        <path d="m5 7.5 5 5 5-5" />
      </Icon>
    </span>
  );
}
