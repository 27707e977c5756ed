import { TextField } from '@app/ui/text-field';
import { useEffect, useRef } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { useKeys } from '#page/keys/use-keys.ts';

import styles from './lists.module.css';

/** The search of a screen, which `/` goes to and Escape empties. */
export function SearchField({
  label,
  placeholder,
  value,
  onChange,
}: {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
}) {
  const { t } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  // The field holds what is typed; the address can change it, too.
  useEffect(() => {
    const input = field.current;
    if (input && input.value !== value) input.value = value;
  }, [value]);
  useKeys([
    {
      keys: '/',
      label: t('frame.keys.search'),
      run() {
        field.current?.focus();
        field.current?.select();
      },
    },
  ]);
  return (
    <div className={styles.search}>
      <TextField
        ref={field}
        label={label}
        type="search"
        defaultValue={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.currentTarget.value = '';
          onChange('');
        }}
        {...(placeholder !== undefined && { placeholder })}
      />
    </div>
  );
}
