import type { ReactNode } from 'react';
import { classNames } from '#class-names.ts';
import popup from '#overlays/popup/popup.module.css';
import styles from './action-menu.module.css';

/** What a row of a menu shows beside its words. */
export type MenuRowLook = {
  /** What the row does: 'Rename'. */
  children: ReactNode;
  /** An icon of 16 px before the words; decoration. */
  icon?: ReactNode;
  /** A second line. */
  description?: ReactNode;
};

type Row = MenuRowLook & {
  shortcut?: string | undefined;
  /** Content at the end: a tick, an arrow. */
  end?: ReactNode;
  className?: string | undefined;
};

/** The attributes and the content of a row. All of its text is its name, so that a screen reader says all of it. */
export function menuRow({ children, icon, description, shortcut, end, className }: Row) {
  return {
    className: classNames(popup.row, styles.row, className),
    children: (
      <>
        {icon ? <span className={styles.icon}>{icon}</span> : null}
        <span className={styles.words}>
          {children}
          {description ? <span className={styles.description}>{description}</span> : null}
        </span>
        {shortcut ? <kbd className={styles.shortcut}>{shortcut}</kbd> : null}
        {end}
      </>
    ),
  };
}
