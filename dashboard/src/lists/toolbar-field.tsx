import { Field, useFieldControl } from '@app/ui/field';
import { VisuallyHidden } from '@app/ui/visually-hidden';
import type { ComponentProps, ReactNode } from 'react';

import styles from './lists.module.css';

/** A line of text in a toolbar: as high as the filters, with a name that only assistive technology needs. */
export function ToolbarField({
  label,
  error,
  icon,
  shortcut,
  className,
  ...input
}: Omit<ComponentProps<'input'>, 'value'> & {
  label: string;
  error?: string;
  icon?: ReactNode;
  /** The key that goes to the field. */
  shortcut?: string;
}) {
  const control = useFieldControl({ id: input.id, error });
  return (
    <Field
      controlId={control.id}
      label={<VisuallyHidden>{label}</VisuallyHidden>}
      error={error}
      className={`${styles.field} ${className ?? ''}`}
    >
      {icon}
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        aria-keyshortcuts={shortcut}
        {...input}
        {...control}
      />
      {shortcut !== undefined && (
        <kbd className={styles.key} aria-hidden>
          {shortcut}
        </kbd>
      )}
    </Field>
  );
}
