import { Menu } from '@base-ui/react/menu';
import type { ComponentProps, ReactNode } from 'react';
import { menuRow, type MenuRowLook } from './menu-row.tsx';

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
