import { Menu } from '@base-ui/react/menu';
import type { ComponentProps, ReactNode } from 'react';
import { CheckIcon } from '#icons/choice-icons.tsx';
import styles from './action-menu.module.css';
import { menuRow, type MenuRowLook } from './action-menu-item.tsx';

type RowProps = Omit<ComponentProps<'div'>, 'children' | 'style' | 'role' | 'onChange'> & MenuRowLook;

export type ActionMenuCheckboxProps = RowProps & {
  /** Whether it is on, where the app decides it; with `onCheckedChange`. */
  checked?: boolean;
  /** On at first, where the item decides it itself. */
  defaultChecked?: boolean;
  onCheckedChange?: (checked: boolean) => void;
  disabled?: boolean;
};

/** A setting that is on or off. The menu stays open. */
export function ActionMenuCheckbox({
  children,
  icon,
  description,
  className,
  onCheckedChange,
  ...rest
}: ActionMenuCheckboxProps) {
  const end = (
    <Menu.CheckboxItemIndicator className={styles.tick} keepMounted>
      <CheckIcon />
    </Menu.CheckboxItemIndicator>
  );
  const row = menuRow({ children, icon, description, className, end });
  return <Menu.CheckboxItem {...rest} {...row} onCheckedChange={(checked) => onCheckedChange?.(checked)} />;
}

export type ActionMenuRadioGroupProps = {
  /** The name of the group, shown above it: 'Sort by'. */
  label: ReactNode;
  /** The chosen value, where the app decides it; with `onValueChange`. */
  value?: string;
  /** Chosen at first, where the group decides it itself. */
  defaultValue?: string;
  onValueChange?: (value: string) => void;
  /** `ActionMenuRadio`s. */
  children: ReactNode;
};

/** A setting with one of several values. The menu stays open. */
export function ActionMenuRadioGroup({ label, children, onValueChange, ...rest }: ActionMenuRadioGroupProps) {
  return (
    <Menu.RadioGroup {...rest} onValueChange={(next: string) => onValueChange?.(next)}>
      <Menu.GroupLabel className={styles.groupLabel}>{label}</Menu.GroupLabel>
      {children}
    </Menu.RadioGroup>
  );
}

export type ActionMenuRadioProps = RowProps & { value: string; disabled?: boolean };

/** One value of an `ActionMenuRadioGroup`. */
export function ActionMenuRadio({ children, icon, description, className, ...rest }: ActionMenuRadioProps) {
  const end = (
    <Menu.RadioItemIndicator className={styles.tick} keepMounted>
      <CheckIcon />
    </Menu.RadioItemIndicator>
  );
  const row = menuRow({ children, icon, description, className, end });
  return <Menu.RadioItem {...rest} {...row} />;
}
