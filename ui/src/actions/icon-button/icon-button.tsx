import type { ComponentProps, ReactNode } from 'react';
import { Button } from '#actions/button/button.tsx';
import { classNames } from '#class-names.ts';
import styles from './icon-button.module.css';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** What it does, as a verb: 'Close', 'Delete Support EMEA'. Screen readers only; a `Tooltip` shows it to the eye. */
  label: string;
  /** The icon; decoration, so it is hidden from screen readers. */
  icon: ReactNode;
  /** A square of 28, 40 or 48 px (spec §9). */
  size?: 'xSmall' | 'small' | 'regular';
  /** `quiet`: only the icon; `secondary`: framed. */
  variant?: 'quiet' | 'secondary';
  /** Work is in progress: the button keeps its name and focus and ignores presses. */
  loading?: boolean;
};

/**
 * A square button with an icon and no visible text. Its name is required. With `aria-pressed` or `aria-expanded` it
 * looks pressed while that is true. `ref` and all other attributes go to the `<button>`. Disabled as `Button` is: it
 * keeps the focus.
 */
export function IconButton({
  label,
  icon,
  variant = 'quiet',
  size = 'small',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Button
      {...rest}
      aria-label={label}
      variant={variant}
      size={size}
      className={classNames(styles.iconButton, className)}
    >
      {icon}
    </Button>
  );
}
