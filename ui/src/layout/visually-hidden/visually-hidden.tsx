import type { ComponentProps } from 'react';
import styles from './visually-hidden.module.css';

/** Text for screen readers only: it needs no space and is never painted. Accepts every attribute of a `span`. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span {...props} className={styles.hidden} />;
}
