import { Menu } from '@base-ui/react/menu';
import type { ComponentProps, ReactNode } from 'react';

import { classNames } from '#class-names.ts';
import popup from '#overlays/popup/popup.module.css';
import { ChevronIcon } from '#icons/choice-icons.tsx';

import styles from './action-menu.module.css';

export type ActionMenuItemProps = Omit<ComponentProps<'div'>, 'children' | 'style' | 'role'> &
  MenuRowLook & {
    /** The keys that do the same, such as 'Ctrl D'; shown at the end. The app listens to them. */
    shortcut?: string;
    /** It destroys something. Its words say so too, never only its colour. */
    danger?: boolean;
    /** Presses are ignored. The item can still be reached, so that its reason is read. */
    disabled?: boolean;
    /** Why it is disabled; shown in place of the description. */
    disabledReason?: ReactNode;
    /** Whether the menu stays open after a press. */
    keepOpen?: boolean;
  };

/** An action. `onClick` is the press by pointer, Enter or Space. All other attributes go to the item. */
export function ActionMenuItem({
  children,
  icon,
  description,
  shortcut,
  danger = false,
  disabled = false,
  disabledReason,
  keepOpen = false,
  className,
  ...rest
}: ActionMenuItemProps) {
  const said = disabled ? (disabledReason ?? description) : description;
  const row = menuRow({ children, icon, description: said, shortcut, className });
  return (
    <Menu.Item
      {...rest}
      {...row}
      data-danger={danger || undefined}
      disabled={disabled}
      closeOnClick={!keepOpen}
    />
  );
}

export type ActionMenuLinkProps = Omit<ComponentProps<'a'>, 'children' | 'style' | 'role'> &
  MenuRowLook & {
    /** The address that it opens. */
    href: string;
  };

/** A link in a menu: it opens an address, so it is an `<a>`, and opens in a new tab as every link does. */
export function ActionMenuLink({ children, icon, description, className, ...rest }: ActionMenuLinkProps) {
  const row = menuRow({ children, icon, description, className });
  return <Menu.LinkItem {...rest} {...row} closeOnClick />;
}

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
