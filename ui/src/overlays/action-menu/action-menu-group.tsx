import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import styles from './action-menu.module.css';

export type ActionMenuGroupProps = {
  /** The name of the group, shown above it. */
  label: ReactNode;
  children: ReactNode;
};

/** Items that belong together, under their name. */
export function ActionMenuGroup({ label, children }: ActionMenuGroupProps) {
  return (
    <Menu.Group>
      <Menu.GroupLabel className={styles.groupLabel}>{label}</Menu.GroupLabel>
      {children}
    </Menu.Group>
  );
}

/** A line between items. */
export function ActionMenuSeparator() {
  return <Menu.Separator className={styles.separator} />;
}
