import { Button } from '@app/ui/button';
import type { Column } from '@app/ui/table';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { PersonCell } from '#lists/cells.tsx';
import styles from '#screens/invitations/invitations.module.css';
import type { Problems, Row, RowField, RowProblem } from '#screens/invitations/inviting/invitation-rows.ts';

import { RoleAndLanguage, RowControl } from './row-fields.tsx';

interface Rows {
  readonly rows: readonly Row[];
  readonly problems: Problems;
  readonly onChange: (rows: readonly Row[]) => void;
}

/** The columns of the rows. The row that is mended has fields in its cells: Enter keeps what is typed, Escape does not. */
export function useRowColumns(given: Rows): { columns: readonly Column<Row>[]; editing: number | undefined } {
  const { t } = useTexts('invitations');
  const { problems } = given;
  const [editing, setEditing] = useState<Row>();
  // The number of a row that was removed may be given to another.
  if (editing && !given.rows.some(({ id }) => id === editing.id)) setEditing(undefined);
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  /** The row whose button gets the focus, now that its fields are gone. */
  const returnTo = useRef<number | null>(null);

  const columns = useMemo(() => {
    const replace = (row: Row): void => {
      const { rows, onChange } = latest.current;
      onChange(rows.map((each) => (each.id === row.id ? row : each)));
    };
    const remove = (id: number): void => {
      const { rows, onChange } = latest.current;
      onChange(rows.filter((each) => each.id !== id));
    };
    const finish = (id: number): void => {
      returnTo.current = id;
      setEditing(undefined);
    };
    const onKeyDown = (row: Row) => (event: KeyboardEvent) => {
      if (event.key === 'Enter') {
        event.preventDefault();
        finish(row.id);
      }
      if (event.key === 'Escape' && editing) {
        event.stopPropagation();
        replace(editing);
        finish(row.id);
      }
    };
    const mend = (row: Row, ...fields: readonly RowField[]) => (
      <span className={styles.mending}>
        {fields.map((field) => (
          <RowControl
            key={field}
            row={row}
            field={field}
            focuses={field === (problems.get(row.id)?.field ?? 'email')}
            onChange={replace}
            onKeyDown={onKeyDown(row)}
          />
        ))}
      </span>
    );
    return [
      {
        id: 'person',
        label: t('frame.fields.person'),
        sortable: false,
        flexible: true,
        renderer: (row) =>
          row.id === editing?.id ? (
            mend(row, 'email', 'name')
          ) : (
            <PersonCell name={row.name} email={row.email} />
          ),
      },
      {
        id: 'role',
        label: t('frame.fields.role'),
        sortable: false,
        renderer: (row) =>
          row.id === editing?.id ? mend(row, 'role', 'language') : <RoleAndLanguage row={row} />,
      },
      {
        id: 'check',
        label: t('frame.fields.status'),
        sortable: false,
        renderer: ({ id }) => <Check problem={problems.get(id)} isEditing={id === editing?.id} />,
      },
      {
        id: 'actions',
        label: t('invitations.columns.actions'),
        sortable: false,
        pinned: true,
        renderer: (row) => (
          <RowButtons
            name={row.email || row.name || String(row.id)}
            isEditing={row.id === editing?.id}
            takesFocus={() => {
              const takes = returnTo.current === row.id;
              if (takes) returnTo.current = null;
              return takes;
            }}
            onEdit={() => setEditing(row)}
            onDone={() => finish(row.id)}
            onRemove={() => remove(row.id)}
          />
        ),
      },
    ] satisfies Column<Row>[];
  }, [t, editing, problems, returnTo]);

  return { columns, editing: editing?.id };
}

/** What is wrong with a row, or that it is ready; said again while the row is mended. */
function Check({ problem, isEditing }: { problem: RowProblem | undefined; isEditing: boolean }) {
  const { t } = useTexts('invitations');
  return (
    <>
      <span
        className={styles.mark}
        data-tone={problem ? 'critical' : 'good'}
        role={isEditing ? 'status' : undefined}
      >
        {t(problem ? `invitations.inviting.problems.${problem.kind}` : 'invitations.inviting.rows.ready')}
      </span>
      {isEditing && <span className={styles.keys}>{t('invitations.inviting.rows.keys')}</span>}
    </>
  );
}

interface RowButtonsProps {
  /** What the row is called in the buttons' names. */
  name: string;
  isEditing: boolean;
  /** Asked when the button appears that begins the mending: whether it gets the focus. */
  takesFocus: () => boolean;
  onEdit: () => void;
  onDone: () => void;
  onRemove: () => void;
}

function RowButtons({ name, isEditing, takesFocus, onEdit, onDone, onRemove }: RowButtonsProps) {
  const { t } = useTexts('invitations');
  return (
    <span className={styles.buttons}>
      {isEditing ? (
        <Button size="xSmall" onClick={onDone}>
          {t('invitations.inviting.rows.done')}
        </Button>
      ) : (
        <Button
          ref={(button) => {
            if (button && takesFocus()) button.focus();
          }}
          variant="secondary"
          size="xSmall"
          aria-label={`${t('invitations.inviting.rows.edit')}: ${name}`}
          onClick={onEdit}
        >
          {t('invitations.inviting.rows.edit')}
        </Button>
      )}
      <Button
        variant="quiet"
        size="xSmall"
        aria-label={`${t('invitations.inviting.rows.remove')}: ${name}`}
        onClick={onRemove}
      >
        {t('invitations.inviting.rows.remove')}
      </Button>
    </span>
  );
}
