import styles from './spinner.module.css';

/**
 * A turning ring in the text's colour, 1.25 em wide; with reduced motion it pulses instead.
 * Decoration: whoever shows it says in words or ARIA that something is under way.
 */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
