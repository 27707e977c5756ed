import type { ComponentProps } from 'react';
import styles from './visually-hidden.module.css';

/** Text for screen readers only: it takes no room and is never painted. Takes every attribute of a `span`. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span {...props} className={styles.hidden} />;
}
