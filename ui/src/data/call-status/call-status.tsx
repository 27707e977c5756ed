import type { ComponentProps } from 'react';

import '#tokens/call-colors.css';
import { classNames } from '#class-names.ts';

import { CallStatusIcon, type CallStatusName } from './call-status-icon.tsx';
import styles from './call-status.module.css';

export type { CallStatusName };

export type CallStatusProps = Omit<ComponentProps<'span'>, 'children' | 'style'> & {
  /** What became of the call (spec §3). Decides the colour and the icon. */
  status: CallStatusName;
  /** The word for it: 'Missed'. Always visible, because two of the colours are alike. */
  label: string;
};

/**
 * What became of a call, by colour, icon and word. `className`, `ref` and other attributes go to the root, a `<span>`.
 */
export function CallStatus({ status, label, className, ...rest }: CallStatusProps) {
  return (
    <span {...rest} className={classNames(styles.status, className)} data-status={status}>
      <CallStatusIcon status={status} />
      <span className={styles.label}>{label}</span>
    </span>
  );
}
