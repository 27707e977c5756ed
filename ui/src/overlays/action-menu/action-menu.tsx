import { Menu } from '@base-ui/react/menu';
import type { ComponentProps, ReactNode } from 'react';

import '#tokens/overlays.css';
import '#tokens/z-index.css';
import { classNames } from '#class-names.ts';
import popup from '#overlays/popup/popup.module.css';
import { isUnavailable, type TriggerElement } from '#overlays/popup/trigger.ts';
import styles from './action-menu.module.css';

export { ActionMenuCheckbox, ActionMenuRadio, ActionMenuRadioGroup } from './action-menu-choices.tsx';
export { ActionMenuItem, ActionMenuLink, ActionMenuSubmenu } from './action-menu-item.tsx';

export type ActionMenuProps = Omit<ComponentProps<'div'>, 'children' | 'style' | 'aria-label' | 'role'> & {
  /** The button that opens it. It gets `aria-haspopup`, `aria-expanded` and `aria-controls`, and names the menu. */
  trigger: TriggerElement;
  /** The name of the menu, where the trigger's name does not say it. */
  label?: string;
  /** Items, groups, separators and submenus: the parts that this entry exports. */
  children: ReactNode;
  /** Whether it is open, where the app decides it; with `onOpenChange`. */
  open?: boolean;
  /** Open at first, where the menu decides it itself. */
  defaultOpen?: boolean;
  /** It opens or closes, by the trigger, an item, Escape, Tab or a press outside. */
  onOpenChange?: (open: boolean) => void;
  /** The side of the trigger; the opposite one where there is no room. */
  side?: 'top' | 'bottom' | 'inline-start' | 'inline-end';
  /** Which edge is in line with the trigger's. It moves as far as it needs to stay in the window. */
  align?: 'start' | 'center' | 'end';
};

/**
 * A menu of actions that opens at a button; at most 344 px wide (spec §9). Arrow keys move and wrap, Home and End go to
 * the ends, a typed letter to the next item that begins with it, Escape closes and gives the focus back. `ref`,
 * `className` and all other attributes go to the popup.
 */
export function ActionMenu({
  trigger,
  label,
  children,
  open,
  defaultOpen = false,
  onOpenChange,
  side = 'bottom',
  align = 'start',
  className,
  ...rest
}: ActionMenuProps) {
  return (
    <Menu.Root open={open} defaultOpen={defaultOpen} onOpenChange={(next) => onOpenChange?.(next)}>
      <Menu.Trigger render={trigger} disabled={isUnavailable(trigger)} />
      <Menu.Portal>
        <Menu.Positioner
          className={popup.positioner}
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
        >
          <Menu.Popup
            {...rest}
            {...(label ? { 'aria-label': label, 'aria-labelledby': undefined } : null)}
            className={classNames(popup.popup, popup.rows, styles.menu, className)}
          >
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

type ActionMenuGroupProps = {
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
