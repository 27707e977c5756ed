import type { ComponentProps } from 'react';
import { classNames } from '#class-names.ts';
import { TickIcon } from '#icons/tick-icon.tsx';
import styles from './field-note.module.css';

/**
 * A confirmation at a field, such as 'The passwords match.', passed as the field's `hint`. Its line is always rendered,
 * so nothing moves when the text appears, and it is announced politely. The field's error uses the same line.
 * Accepts every attribute of a `span`.
 */
export function FieldNote({ children, className, ...rest }: ComponentProps<'span'>) {
  return (
    <span {...rest} role="status" className={classNames(styles.note, className)}>
      {children ? (
        <>
          <TickIcon />
          {children}
        </>
      ) : null}
    </span>
  );
}
