import { roles } from '@app/contract/dashboard/users.ts';
import { languageNames, languages, type Language } from '@app/contract/fields/vocabulary.ts';
import { NativeSelect } from '@app/ui/native-select';
import { useEffect, useRef, type KeyboardEvent } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { CutText } from '#lists/cut-text.tsx';
import { ToolbarField } from '#lists/toolbar-field.tsx';
import styles from '#screens/invitations/invitations.module.css';
import type { Row, RowField } from '#screens/invitations/inviting/invitation-rows.ts';

export interface RowFieldCellProps {
  row: Row;
  field: RowField;
  /** The cell is a field. */
  isEditing: boolean;
  /** It gets the focus when the row begins to be mended. */
  focuses: boolean;
  onChange: (row: Row) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** A field of a row: its text, cut with the whole of it in a tooltip, or the control that mends it. */
export function RowFieldCell(props: RowFieldCellProps) {
  const { row, field, isEditing } = props;
  const { t } = useTexts('invitations');
  if (isEditing) return <RowControl {...props} />;
  const text = row[field];
  const role = field === 'role' ? roles.find((each) => each === (text || 'User')) : undefined;
  const language = field === 'language' ? languages.find((each) => each === text) : undefined;
  const words =
    (role && t(`invitations.roles.${role}`)) ??
    (language && languageNames[language]) ??
    (field === 'language' && text === '' ? t('invitations.inviting.sameLanguage') : text);
  return (
    <span className={styles.cut} lang={language}>
      <CutText text={words} />
    </span>
  );
}

function RowControl({ row, field, focuses, onChange, onKeyDown }: RowFieldCellProps) {
  const { t } = useTexts('invitations');
  const control = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const focusesAtFirst = useRef(focuses);
  useEffect(() => {
    if (!focusesAtFirst.current) return;
    control.current?.focus();
    control.current?.closest('tr')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const label = t(field === 'name' ? 'invitations.columns.name' : `invitations.inviting.${field}`);
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
      ? roles.toReversed().map((role) => ({ value: role as string, label: t(`invitations.roles.${role}`) }))
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
