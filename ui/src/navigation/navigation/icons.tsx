import { Icon } from '#icons/icon.tsx';

import styles from './navigation.module.css';

/** A lock: not for everyone. */
export function LockIcon() {
  return (
    <Icon size={14}>
      <rect x="4" y="9" width="12" height="8.2" rx="2" />
      <path d="M6.6 9V6.4a3.4 3.4 0 0 1 6.8 0V9" />
    </Icon>
  );
}

/** A column beside a page, with an arrow towards the column; turned when the navigation is collapsed. */
export function CollapseIcon() {
  return (
    <Icon>
      <rect x="2.8" y="3.6" width="14.4" height="12.8" rx="2.4" />
      <path d="M7.4 3.6v12.8" />
      <path className={styles.arrow} d="m13.6 7.8-2.2 2.2 2.2 2.2" />
    </Icon>
  );
}

/** Three lines: a list of more. */
export function MoreIcon() {
  return (
    <Icon>
      <path d="M3.6 5.4h12.8M3.6 10h12.8M3.6 14.6h12.8" />
    </Icon>
  );
}
