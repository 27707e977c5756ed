import type { ComponentProps, ReactNode } from 'react';
import { StatusIcon } from '#icons/status-icon.tsx';
import styles from './banner.module.css';

export type BannerProps = ComponentProps<'div'> & {
  /** What it is about: colour, icon and how urgently it is announced. */
  variant?: 'critical' | 'warning' | 'success' | 'info';
  /** One link or button at the end. */
  action?: ReactNode;
};

/**
 * A message in the page, above the content that it is about. `critical` is an alert and interrupts a screen reader; the
 * others are a status. Script can focus it (`ref`), to announce a refusal. `ref` and all other attributes go to its root.
 */
export function Banner({ variant = 'critical', action, children, className, ...rest }: BannerProps) {
  return (
    <div
      role={variant === 'critical' ? 'alert' : 'status'}
      tabIndex={-1}
      {...rest}
      className={className ? `${styles.banner} ${className}` : styles.banner}
      data-variant={variant}
    >
      <StatusIcon variant={variant} />
      <div className={styles.text}>{children}</div>
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
