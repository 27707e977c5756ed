import type { ReactNode } from 'react';

import styles from './icon.module.css';

/**
 * The frame of every icon: 20 units a side, drawn with lines in the text's colour. Icons are decoration and hidden
 * from screen readers; the control or text beside them carries the name.
 */
export function Icon({
  children,
  size = 20,
}: {
  children: ReactNode;
  /** CSS pixels a side at the root's usual 16 px; it grows with the reader's text size. */ size?:
    14 | 16 | 20;
}) {
  return (
    <svg
      className={styles.icon}
      data-size={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** A cross: close this. */
export function CloseIcon() {
  return (
    <Icon>
      <path d="m5.5 5.5 9 9m0-9-9 9" />
    </Icon>
  );
}
