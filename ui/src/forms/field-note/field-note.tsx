import type { ReactNode } from 'react';
import { TickIcon } from '#icons/tick-icon.tsx';
import styles from './field-note.module.css';

/**
 * A confirmation at a field, such as 'The passwords match.', passed as the field's `hint`. Its line is always rendered,
 * so nothing moves when the text appears, and it is announced politely. The field's error uses the same line.
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
