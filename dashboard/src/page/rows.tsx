import type { ReactNode } from 'react';

import styles from './content.module.css';

/** A short list with a border, such as a person's sessions; a long one is a Table. */
export const Rows = ({ children }: { children: ReactNode }) => (
  <ul role="list" className={styles.rows}>
    {children}
  </ul>
);

export interface NamedProps {
  name: ReactNode;
  /** Facts in a smaller line below the name. */
  details: ReactNode;
}

/** A name with its marks, and what is known of it. */
export const Named = ({ name, details }: NamedProps) => (
  <div className={styles.named}>
    <span className={styles.name}>{name}</span>
    <span className={styles.details}>{details}</span>
  </div>
);

export interface RowProps extends NamedProps {
  /** The button at the end of the row. */
  action?: ReactNode;
  /** More, below both. */
  children?: ReactNode;
}

export const Row = ({ action, children, ...named }: RowProps) => (
  <li className={styles.row}>
    <div className={styles.rowTop}>
      <Named {...named} />
      {action}
    </div>
    {children}
  </li>
);

export type Tone = 'neutral' | 'good' | 'warning' | 'bad';

/** A state in a word or two; the words say what the colour does. */
export const Mark = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={styles.mark} data-tone={tone}>
    {children}
  </span>
);
