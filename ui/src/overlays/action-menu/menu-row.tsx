import { useId, type ReactNode } from 'react';
import { classNames } from '#class-names.ts';
import popup from '#overlays/popup/popup.module.css';
import styles from './action-menu.module.css';

/** What a row of a menu shows beside its words. */
export type MenuRowLook = {
  /** What the row does: 'Rename'. */
  children: ReactNode;
  /** An icon of 16 px before the words; decoration. */
  icon?: ReactNode;
  /** A second line; read after the name. */
  description?: ReactNode;
};

type Row = MenuRowLook & {
  shortcut?: string | undefined;
  /** What stands at the end: a tick, an arrow. */
  end?: ReactNode;
  className?: string | undefined;
};

/** The attributes and the content of a row. Its name is its words alone; the rest of the row describes it. */
export function useMenuRow({ children, icon, description, shortcut, end, className }: Row) {
  const id = useId();
  const [nameId, descriptionId, shortcutId] = [`${id}-name`, `${id}-description`, `${id}-shortcut`];
  return {
    className: classNames(popup.row, styles.row, className),
    'aria-labelledby': nameId,
    'aria-describedby': classNames(description ? descriptionId : '', shortcut ? shortcutId : ''),
    children: (
      <>
        {icon ? <span className={styles.icon}>{icon}</span> : null}
        <span className={styles.words}>
          <span id={nameId}>{children}</span>
          {description ? (
            <span id={descriptionId} className={styles.description}>
              {description}
            </span>
          ) : null}
        </span>
        {shortcut ? (
          <kbd id={shortcutId} className={styles.shortcut}>
            {shortcut}
          </kbd>
        ) : null}
        {end}
      </>
    ),
  };
}
