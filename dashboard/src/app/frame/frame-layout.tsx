import type { ReactNode } from 'react';

import styles from './frame.module.css';

/** The places of the frame: the bar at the top, the navigation at the side, and the content. */
export function FrameLayout({
  bar,
  navigation,
  children,
}: {
  bar: ReactNode;
  navigation: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>{bar}</header>
      <div className={styles.side}>{navigation}</div>
      {children}
    </div>
  );
}
