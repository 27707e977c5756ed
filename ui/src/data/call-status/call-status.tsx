import type { ComponentProps } from 'react';

import '#tokens/call-colors.css';
import { classNames } from '#class-names.ts';
import { Icon } from '#icons/icon.tsx';

import styles from './call-status.module.css';

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

/** What became of a call (spec §3). */
export type CallStatusName = 'assigned' | 'answered' | 'missed' | 'callback' | 'abandoned' | 'voicemail';

const handset =
  'M7.2 3.6 8.6 7 6.9 8.4a9.5 9.5 0 0 0 5.1 5.1l1.4-1.7 3.4 1.4v2.6a1.9 1.9 0 0 1-2.1 1.9C8.4 17 3.4 12 2.7 5.7a1.9 1.9 0 0 1 1.9-2.1Z';

/** The lines of each icon; no two statuses share a shape. */
const lines: Record<CallStatusName, string> = {
  assigned:
    'M8.2 9.2a3.1 3.1 0 1 0 0-6.2 3.1 3.1 0 0 0 0 6.2ZM2.6 16.8a5.7 5.7 0 0 1 11.2 0M12.6 10.2h5m-2-2 2 2-2 2',
  answered: `${handset}M12 5.2l1.9 1.9 3.6-3.9`,
  missed: `${handset}M12.8 3l4.4 4.4m0-4.4-4.4 4.4`,
  callback: `${handset}M17.6 5.4h-5.4m2.2-2.4-2.4 2.4 2.4 2.4`,
  abandoned: `${handset}M12.2 5.2h5.4`,
  voicemail:
    'M5.6 12.8a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4Zm8.8 0a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4Zm-8.8 0h8.8',
};

/** The icon of a call's status; decoration. */
function CallStatusIcon({ status }: { status: CallStatusName }) {
  return (
    <Icon size={16}>
      <path d={lines[status]} />
    </Icon>
  );
}
