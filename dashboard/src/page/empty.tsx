import type { ReactNode } from 'react';

import styles from './page-states.module.css';

/** In place of a list that has nothing yet: what would be here, and how to begin. */
export function Empty({
  heading,
  children,
  action,
}: {
  heading: string;
  /** One or two sentences. */
  children?: ReactNode;
  /** One button or link. */
  action?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <h2>{heading}</h2>
      {children ? <p>{children}</p> : null}
      {action}
    </div>
  );
}
