import { roles } from '@app/contract/dashboard/users.ts';
import { languageNames, languages } from '@app/contract/fields/vocabulary.ts';
import { Button } from '@app/ui/button';
import { Select } from '@app/ui/select';
import { TextField } from '@app/ui/text-field';
import { useEffect, useState, type ClipboardEvent, type DragEvent, type RefObject } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import styles from '#screens/invitations/invitations.module.css';
import { columns, download, templateCsv } from '#screens/invitations/inviting/list-csv.ts';
import type { RowProblem } from '#screens/invitations/inviting/invitation-rows.ts';
import type { PersonText } from '#screens/invitations/reading/people.ts';
import { readText, type ReadList } from '#screens/invitations/reading/read-list.ts';

import { FileChooser, useFileReading } from './file-chooser.tsx';
import { PasteDialog } from './paste-dialog.tsx';

export interface EntryFormProps {
  emailRef: RefObject<HTMLInputElement | null>;
  entry: PersonText;
  /** What is wrong with what is typed. */
  problem: RowProblem | undefined;
  /** Says so even before the field was left. */
  complains: boolean;
  /** Rows that can be added. */
  room: number;
  onChange: (entry: PersonText) => void;
  onAddEntry: () => void;
  onAdd: (list: ReadList) => void;
}

/** One person as fields, and the ways to add many: paste them, or choose or drop a file. */
export function EntryForm({
  emailRef,
  entry,
  problem,
  complains,
  room,
  onChange,
  onAddEntry,
  onAdd,
}: EntryFormProps) {
  const { t } = useTexts('invitations');
  const [leftField, setLeftField] = useState(false);
  const [dropping, setDropping] = useState(false);
  // The fields hold what is typed: other fields show what was set from outside.
  const [fields, setFields] = useState({ key: 0, entry });
  if (fields.entry !== entry) {
    const isOutside = entry.email === '' && entry.name === '' && fields.entry.email !== '';
    setFields({ key: fields.key + (isOutside ? 1 : 0), entry });
    if (isOutside) setLeftField(false);
  }
  // Empty fields after a person was added: the next one can be typed.
  useEffect(() => {
    if (fields.key > 0) emailRef.current?.focus();
  }, [fields.key, emailRef]);
  const file = useFileReading(room, onAdd);
  const shown =
    problem && (complains || (leftField && problem.kind !== 'emailMissing')) ? problem : undefined;
  const errorOf = (field: RowProblem['field']) =>
    shown?.field === field ? t(`invitations.inviting.problems.${shown.kind}`) : undefined;

  function onPaste(event: ClipboardEvent): void {
    const list = readText(event.clipboardData.getData('text'), room);
    const [first] = list.people;
    if (list.people.length < 2 && !first?.name) return;
    event.preventDefault();
    onAdd(list);
  }
  function onDrop(event: DragEvent): void {
    event.preventDefault();
    setDropping(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) void file.read(dropped);
    else onAdd(readText(event.dataTransfer.getData('text'), room));
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what is dropped can be chosen by a button, too
    <form
      noValidate
      className={styles.entry}
      data-dropping={dropping || undefined}
      aria-label={t('frame.invite')}
      onSubmit={(event) => {
        event.preventDefault();
        onAddEntry();
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropping(false);
      }}
      onDrop={onDrop}
    >
      <PersonFields
        key={fields.key}
        emailRef={emailRef}
        entry={entry}
        errorOf={errorOf}
        onChange={onChange}
        onEmailBlur={() => setLeftField(true)}
        onEmailPaste={onPaste}
      />
      <div className={styles.row}>
        <Button type="submit" variant="secondary" size="small">
          {t('invitations.inviting.add')}
        </Button>
        <div className={styles.ways}>
          <PasteDialog room={room} onAdd={onAdd} />
          <FileChooser file={file} />
        </div>
      </div>
      <p className={styles.hint}>
        {t('invitations.inviting.file.columns', { columns: columns.join(', ') })}
        {' · '}
        <Button variant="quiet" size="xSmall" onClick={() => download(templateCsv, 'invite-people')}>
          {t('invitations.inviting.file.template')}
        </Button>
      </p>
      {file.problem}
    </form>
  );
}

/** Email, name, role and language of the person who is typed. */
function PersonFields({
  emailRef,
  entry,
  errorOf,
  onChange,
  onEmailBlur,
  onEmailPaste,
}: Pick<EntryFormProps, 'emailRef' | 'entry' | 'onChange'> & {
  errorOf: (field: RowProblem['field']) => string | undefined;
  onEmailBlur: () => void;
  onEmailPaste: (event: ClipboardEvent) => void;
}) {
  const { t } = useTexts('invitations');
  return (
    <div className={styles.fields}>
      <TextField
        ref={emailRef}
        label={t('frame.fields.email')}
        type="email"
        autoComplete="off"
        spellCheck={false}
        defaultValue={entry.email}
        error={errorOf('email')}
        onChange={(event) => onChange({ ...entry, email: event.currentTarget.value })}
        onBlur={onEmailBlur}
        onPaste={onEmailPaste}
      />
      <TextField
        label={t('invitations.inviting.name')}
        autoComplete="off"
        defaultValue={entry.name}
        error={errorOf('name')}
        onChange={(event) => onChange({ ...entry, name: event.currentTarget.value })}
      />
      <Select
        label={t('frame.fields.role')}
        value={entry.role || 'User'}
        onChange={(role) => onChange({ ...entry, role: role === 'User' ? '' : role })}
        options={roles.toReversed().map((role) => ({ value: role, label: t(`frame.values.${role}`) }))}
      />
      <Select
        label={t('frame.account.language')}
        value={entry.language || 'same'}
        onChange={(language) => onChange({ ...entry, language: language === 'same' ? '' : language })}
        options={[
          { value: 'same', label: t('invitations.inviting.sameLanguage') },
          ...languages.map((language) => ({ value: language, label: languageNames[language] })),
        ]}
      />
    </div>
  );
}
