import { Skeleton } from '@app/ui/skeleton';
import type { ReactNode } from 'react';

import styles from './frame.module.css';

/**
 * The shape of the frame: the document has it until the app runs, and the app shows it until it knows who is signed in.
 * It has no words and nothing to press.
 */
export function FrameSkeleton() {
  return (
    <FrameLayout
      bar={
        <>
          <div className={styles.ghostHeading}>
            <Skeleton />
          </div>
          <Skeleton shape="circle" size="tiny" />
        </>
      }
      navigation={
        <div className={styles.ghostSide}>
          {Array.from({ length: 8 }, (_, entry) => (
            <div key={entry} className={styles.ghostEntry}>
              <Skeleton shape="circle" size="icon" />
              <Skeleton width="half" />
            </div>
          ))}
        </div>
      }
    >
      <main className={styles.main} aria-busy="true">
        <div className={styles.ghostMain}>
          <div className={styles.ghostHeading}>
            <Skeleton shape="box" size="xSmall" />
          </div>
          {Array.from({ length: 6 }, (_, line) => (
            <Skeleton key={line} shape="box" />
          ))}
        </div>
      </main>
    </FrameLayout>
  );
}

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
