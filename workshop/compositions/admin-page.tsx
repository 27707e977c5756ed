import type { ReactNode } from 'react';

import styles from './admin-page.module.css';

/** The frame of an admin's page: navigation at the side, the page's heading, its main actions and its content. */
export function AdminPage({
  current,
  heading,
  actions,
  children,
}: {
  /** The page in the navigation that is open. */
  current: string;
  heading: string;
  /** Buttons beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.page} data-current={current}>
      <main className={styles.main}>
        <header className={styles.header}>
          <h1>{heading}</h1>
          {actions ? <div className={styles.actions}>{actions}</div> : null}
        </header>
        {children}
      </main>
    </div>
  );
}
