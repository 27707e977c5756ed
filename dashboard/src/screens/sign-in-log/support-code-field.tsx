import { parseSupportCode } from '@app/contract/fields/typed-support-code.ts';
import { useEffect, useRef, useState } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { ToolbarField } from '#lists/toolbar-field.tsx';

import styles from './sign-in-log.module.css';

/** Takes a support code as it was read aloud, and looks it up as soon as it is whole. Empty: every event. */
export function SupportCodeField({
  value,
  onChange,
}: {
  value: string;
  onChange: (code: string | undefined) => void;
}) {
  const { t } = useTexts('sign-in-log');
  const [isInvalid, setInvalid] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // The field holds what is typed; the address can change it, too.
  useEffect(() => {
    const input = field.current;
    if (input && (parseSupportCode(input.value) ?? '') !== value) input.value = value;
  }, [value]);

  function look(text: string): void {
    setInvalid(false);
    const code = parseSupportCode(text);
    if (code !== undefined && code !== value) onChange(code);
    else if (text.trim() === '' && value !== '') onChange(undefined);
  }

  return (
    <ToolbarField
      className={styles.code}
      label={t('sign-in-log.code.label')}
      placeholder={t('sign-in-log.code.label')}
      maxLength={40}
      ref={field}
      defaultValue={value}
      {...(isInvalid && { error: t('sign-in-log.code.invalid') })}
      onChange={(event) => look(event.currentTarget.value)}
      onBlur={({ currentTarget: { value: typed } }) =>
        setInvalid(typed.trim() !== '' && parseSupportCode(typed) === undefined)
      }
    />
  );
}
