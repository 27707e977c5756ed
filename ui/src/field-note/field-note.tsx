import type { ReactNode } from 'react';
import { TickIcon } from '#icons/tick-icon.tsx';
import styles from './field-note.module.css';

/**
 * A quiet word of agreement at a field, such as 'The passwords match.': give it as the field's `hint`. Its line is
 * always there, so nothing moves when it arrives, and it is announced politely; the field's error takes the same line.
 */
export function FieldNote({ children }: { children?: ReactNode }) {
  return (
    <span role="status" className={styles.note}>
      {children ? (
        <>
          <TickIcon />
          {children}
        </>
      ) : null}
    </span>
  );
}
