import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#class-names.ts';
import styles from './screen-heading.module.css';

export type ScreenHeadingProps = ComponentProps<'h1'> & {
  /** One or two sentences under the heading. */
  lead?: ReactNode;
};

/**
 * The only `h1` of a screen, with an optional lead under it. `ref` is the heading: script focuses it when the screen
 * changes, so that screen readers announce the new screen. All other attributes go to it too.
 */
export function ScreenHeading({ children, lead, className, ...rest }: ScreenHeadingProps) {
  return (
    <header className={styles.heading}>
      <h1 tabIndex={-1} {...rest} className={classNames(styles.title, className)}>
        {children}
      </h1>
      {lead ? <p className={styles.lead}>{lead}</p> : null}
    </header>
  );
}
