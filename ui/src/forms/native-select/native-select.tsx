import type { ComponentProps } from 'react';
import { classNames } from '#class-names.ts';
import { Icon } from '#icons/icon.tsx';
import styles from './native-select.module.css';

export type NativeSelectProps = Omit<ComponentProps<'select'>, 'children'> & {
  /** The name; screen readers only. */
  label: string;
  /** The choices, in their order. */
  options: readonly {
    value: string;
    label: string;
    /** Language of the label, when it is not the page's. */ lang?: string;
  }[];
};

/**
 * A choice from a short list with the browser's own menu, which works on every device without script. `ref` and all
 * other attributes go to the `<select>`.
 */
export function NativeSelect({ label, options, className, ...rest }: NativeSelectProps) {
  return (
    <span className={styles.wrap}>
      <select aria-label={label} {...rest} className={classNames(styles.select, className)}>
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
