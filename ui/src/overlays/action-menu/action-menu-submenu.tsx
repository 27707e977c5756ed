import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { classNames } from '#class-names.ts';
import { ChevronIcon } from '#icons/choice-icons.tsx';
import popup from '#overlays/popup/popup.module.css';
import styles from './action-menu.module.css';
import { menuRow } from './menu-row.tsx';

export type ActionMenuSubmenuProps = {
  /** What the item that opens it says: 'Move to'. */
  label: ReactNode;
  /** An icon of 16 px before the label; decoration. */
  icon?: ReactNode;
  disabled?: boolean;
  /** Items, as in the menu itself. */
  children: ReactNode;
};

/** An item that opens a further menu beside it, by hovering, a press or the arrow key that points to it. One level is enough. */
export function ActionMenuSubmenu({ label, icon, disabled = false, children }: ActionMenuSubmenuProps) {
  const end = (
    <span className={styles.chevron}>
      <ChevronIcon />
    </span>
  );
  const row = menuRow({ children: label, icon, end });
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger {...row} disabled={disabled} />
      <Menu.Portal>
        <Menu.Positioner className={popup.positioner} sideOffset={2} alignOffset={-5} collisionPadding={8}>
          <Menu.Popup className={classNames(popup.popup, popup.rows, styles.menu)}>{children}</Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  );
}
