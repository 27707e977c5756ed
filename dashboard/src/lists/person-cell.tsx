import type { ReactNode } from 'react';

import { CutText } from './cut-text.tsx';
import styles from './lists.module.css';

/** A person in one cell: the name, and under it the address. Without a name there is only the address. */
export function PersonCell({ name, email, avatar }: { name: string; email: string; avatar?: ReactNode }) {
  return (
    <span className={styles.person}>
      {avatar}
      <span className={styles.lines}>
        <CutText text={name || email} />
        {name && email ? (
          <span className={styles.second}>
            <CutText text={email} />
          </span>
        ) : null}
      </span>
    </span>
  );
}
