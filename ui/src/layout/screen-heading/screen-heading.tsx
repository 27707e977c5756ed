import type { ReactNode, Ref } from 'react';
import styles from './screen-heading.module.css';

/**
 * The only `h1` of a screen, with an optional lead under it. `ref` is the heading: script focuses it when the screen
 * changes, so that screen readers announce the new screen.
 */
export function ScreenHeading({
  children,
  lead,
  ref,
}: {
  children: ReactNode;
  lead?: ReactNode;
  ref?: Ref<HTMLHeadingElement>;
}) {
  return (
    <header className={styles.heading}>
      <h1 ref={ref} className={styles.title} tabIndex={-1}>
        {children}
      </h1>
      {lead ? <p className={styles.lead}>{lead}</p> : null}
    </header>
  );
}
