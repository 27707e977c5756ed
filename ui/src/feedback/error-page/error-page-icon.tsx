import styles from './error-page.module.css';

/** The generic error pages (spec §2). */
export type ErrorPageKind = 'not-found' | 'router-error' | 'unknown';

/** A page that a magnifying glass does not find; a way that ends; a warning. */
const lines: Record<ErrorPageKind, string> = {
  'not-found':
    'M33.5 46a12.5 12.5 0 1 0 0-25 12.5 12.5 0 0 0 0 25Zm9.2-3.3L52 52M29.7 29.7l7.6 7.6m0-7.6-7.6 7.6',
  'router-error':
    'M24 51.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm24-22a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM27.3 43.7l5-4.6m7.4-6.2 5-4.6M30 31.500l2.600 3m9.400 6 2.600 3',
  unknown: 'M36 20.500 54 51H18ZM36 32v8.500M36 45.200v.1',
};

/** What kind of error it is, as a picture; decoration. */
export function ErrorPageIcon({ kind }: { kind: ErrorPageKind }) {
  return (
    <svg className={styles.icon} viewBox="0 0 72 72" fill="none" aria-hidden="true">
      <circle className={styles.ground} cx="36" cy="36" r="35" />
      <path
        d={lines[kind]}
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
