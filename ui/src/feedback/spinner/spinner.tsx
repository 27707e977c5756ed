import type { ComponentProps } from 'react';
import { classNames } from '#class-names.ts';
import styles from './spinner.module.css';

/**
 * A turning ring in the text's colour, 1.25 em wide; with reduced motion it pulses instead.
 * Decoration: the component that shows it needs a text or ARIA state for screen readers.
 * Accepts every attribute of a `span`.
 */
export function Spinner({ className, ...rest }: ComponentProps<'span'>) {
  return <span {...rest} className={classNames(styles.spinner, className)} aria-hidden="true" />;
}
