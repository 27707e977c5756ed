import type { ReactNode } from 'react';

import styles from './content.module.css';

export type Tone = 'neutral' | 'good' | 'warning' | 'bad';

/** A state in a word or two; the words say what the colour does. */
export const Mark = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={styles.mark} data-tone={tone}>
    {children}
  </span>
);
