import type { ComponentProps, ReactNode } from 'react';
import { StatusIcon } from '#icons/status-icon.tsx';
import styles from './banner.module.css';

export type BannerProps = ComponentProps<'div'> & {
  variant?: 'critical' | 'warning' | 'success' | 'info';
  /** One link or button at the end. */
  action?: ReactNode;
};

/**
 * A message that stays in the page, above what it is about. `critical` is an alert and interrupts; the others are a
 * status and wait their turn. Can take the focus from script (`ref`), so that a refusal is where the reader is.
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
