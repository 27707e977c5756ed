import type { ReactNode, Ref } from 'react';
import styles from './screen-heading.module.css';

/**
 * The one `h1` of a screen, with an optional lead under it. `ref` is the heading: it can take the focus from script
 * when the screen changes, so that screen readers say where the person has come to.
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
