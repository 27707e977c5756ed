import styles from './success-mark.module.css';

/** A calm tick, drawn once when it appears; at rest from the start with reduced motion. Decoration. */
export function SuccessMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 72 72" fill="none" aria-hidden="true">
      <circle className={styles.ground} cx="36" cy="36" r="35" />
      <path
        className={styles.tick}
        d="m23 37 9 9 17-19"
        pathLength="1"
        stroke="currentColor"
        strokeWidth="4.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
