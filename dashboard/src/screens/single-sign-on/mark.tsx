import type { ReactNode } from 'react';

import styles from './single-sign-on.module.css';

export type Tone = 'neutral' | 'good' | 'warning' | 'bad';

/** A state in a word or two; the words say what the colour does. */
export function Mark({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.mark} data-tone={tone}>
      {children}
    </span>
  );
}
