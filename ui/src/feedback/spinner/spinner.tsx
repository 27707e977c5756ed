import styles from './spinner.module.css';

/**
 * A turning ring in the text's colour, 1.25 em wide; with reduced motion it pulses instead.
 * Decoration: the component that shows it needs a text or ARIA state for screen readers.
 */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
