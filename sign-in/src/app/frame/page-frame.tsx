import { Suspense, type ReactNode } from 'react';
import { BrandPanel, type PanelCard } from './brand-panel.tsx';
import { footerId } from './footer-id.ts';
import styles from './page-frame.module.css';

export type PageFrameProps = {
  logo: ReactNode;
  /** The screen. */
  children: ReactNode;
  /** The language menu. */
  footerStart?: ReactNode;
  /** Help. */
  footerEnd?: ReactNode;
  /** Empty: the panel has no slogan. */
  panelTitle: string;
  panelCards: readonly PanelCard[];
};

/**
 * The page around every screen. From 992 px: the screen on one side, in a column of 400 px at most, and the brand
 * panel on the other; below: one column with a wash of the brand's colour behind the header; on phones the screen
 * begins at the top, so that the keyboard covers no field.
 */
export function PageFrame({
  logo,
  children,
  footerStart,
  footerEnd,
  panelTitle,
  panelCards,
}: PageFrameProps) {
  return (
    <div className={styles.page}>
      <div className={styles.pane}>
        <header className={styles.header}>{logo}</header>
        <main className={styles.main}>
          <div className={styles.column}>{children}</div>
        </main>
        {/* Footer and panel are separate boundaries, so that React hydrates them after the screen. */}
        <Suspense fallback={null}>
          <footer id={footerId} className={styles.footer}>
            <div>{footerStart}</div>
            <div>{footerEnd}</div>
          </footer>
        </Suspense>
      </div>
      <Suspense fallback={null}>
        <BrandPanel title={panelTitle} cards={panelCards} />
      </Suspense>
    </div>
  );
}
