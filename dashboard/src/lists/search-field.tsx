import * as limits from '@app/contract/fields/limits.ts';
import { Icon } from '@app/ui/icons/icon';
import { useEffect, useRef } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { useKeys } from '#page/keys/use-keys.ts';

import styles from './lists.module.css';
import { ToolbarField } from './toolbar-field.tsx';

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
    <ToolbarField
      ref={field}
      className={styles.search}
      label={label}
      icon={<SearchIcon />}
      shortcut="/"
      type="search"
      defaultValue={value}
      maxLength={limits.searchMax}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        // Nothing to empty: the keys of the screen work again.
        if (event.currentTarget.value === '') return event.currentTarget.blur();
        event.currentTarget.value = '';
        onChange('');
      }}
      {...(placeholder !== undefined && { placeholder })}
      {...(value.length >= limits.searchMax && {
        error: t('frame.searchCut', { max: limits.searchMax }),
      })}
    />
  );
}

function SearchIcon() {
  return (
    <Icon size={16}>
      <path d="M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Zm4-1.5 4 4" />
    </Icon>
  );
}
