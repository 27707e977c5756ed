import { roles } from '@app/contract/dashboard/users.ts';
import { languageNames, languages, type Language } from '@app/contract/fields/vocabulary.ts';
import { NativeSelect } from '@app/ui/native-select';
import { useEffect, useRef, type KeyboardEvent } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { CutText } from '#lists/cut-text.tsx';
import { ToolbarField } from '#lists/toolbar-field.tsx';
import styles from '#screens/invitations/invitations.module.css';
import type { Row, RowField } from '#screens/invitations/inviting/invitation-rows.ts';

interface RowControlProps {
  row: Row;
  field: RowField;
  /** It gets the focus when the row begins to be mended. */
  focuses: boolean;
  onChange: (row: Row) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The role, and under it the language. What the list had and we do not know stays to be seen. */
export function RoleAndLanguage({ row }: { row: Row }) {
  const { t } = useTexts('invitations');
  const role = roles.find((each) => each === (row.role || 'User'));
  const language = languages.find((each) => each === row.language);
  return (
    <span className={styles.lines}>
      {role ? <span>{t(`frame.values.${role}`)}</span> : <Unknown text={row.role} />}
      {language && <span lang={language}>{languageNames[language]}</span>}
      {row.language === '' && <span>{t('invitations.inviting.sameLanguage')}</span>}
      {row.language !== '' && !language && <Unknown text={row.language} />}
    </span>
  );
}

const Unknown = ({ text }: { text: string }) => (
  <span className={styles.cut}>
    <CutText text={text} />
  </span>
);

/** The control that mends a field of a row. */
export function RowControl({ row, field, focuses, onChange, onKeyDown }: RowControlProps) {
  const { t } = useTexts('invitations');
  const control = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const focusesAtFirst = useRef(focuses);
  useEffect(() => {
    if (!focusesAtFirst.current) return;
    control.current?.focus();
    control.current?.closest('tr')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const label = t(field === 'language' ? 'frame.account.language' : `frame.fields.${field}`);
  const set = (text: string): void => onChange({ ...row, [field]: text });
  if (field === 'email' || field === 'name')
    return (
      <ToolbarField
        ref={control}
        className={styles.editing ?? ''}
        label={label}
        defaultValue={row[field]}
        onChange={(event) => set(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    );
  const known =
    field === 'role'
      ? roles.toReversed().map((role) => ({ value: role as string, label: t(`frame.values.${role}`) }))
      : [
          { value: '', label: t('invitations.inviting.sameLanguage') },
          ...languages.map((language: Language) => ({ value: language, label: languageNames[language] })),
        ];
  const value = field === 'role' ? row.role || 'User' : row.language;
  // What the list had and we do not know stays to be seen.
  const unknown = known.some((option) => option.value === value) ? [] : [{ value, label: value }];
  return (
    <NativeSelect
      ref={control}
      label={label}
      value={value}
      options={[...unknown, ...known]}
      onChange={(event) => set(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}
