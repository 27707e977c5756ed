import { Select } from '@app/ui/select';
import { Table } from '@app/ui/table';
import { useMemo, useState, type Ref } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { useTableLabels } from '#lists/use-table-labels.ts';
import styles from '#screens/invitations/invitations.module.css';
import type { Problems, Row } from '#screens/invitations/inviting/invitation-rows.ts';

import { useRowColumns } from './use-row-columns.tsx';

/** The rows with their problems. A row is corrected in its place, or removed; many can be removed together. */
export function RowsTable({
  ref,
  rows,
  problems,
  brokenAlone,
  onBrokenAlone,
  onChange,
}: {
  ref: Ref<HTMLDivElement>;
  rows: readonly Row[];
  problems: Problems;
  /** Only rows with a problem are shown. */
  brokenAlone: boolean;
  onBrokenAlone: (alone: boolean) => void;
  onChange: (rows: readonly Row[]) => void;
}) {
  const { t, formats } = useTexts('invitations');
  const labels = useTableLabels();
  const [page, setPage] = useState(1);
  const { columns, editing } = useRowColumns({ rows, problems, onChange });
  const [selected, select] = useSelected(rows);
  // What was wrong when rows were added comes first, and stays in its place while it is mended.
  const newest = rows.at(-1)?.id;
  const [first, setFirst] = useState({ newest, ids: new Set(problems.keys()) });
  if (newest !== first.newest) setFirst({ newest, ids: new Set(problems.keys()) });
  const shown = useMemo(() => {
    if (brokenAlone) return rows.filter(({ id }) => problems.has(id) || id === editing);
    return [...rows.filter(({ id }) => first.ids.has(id)), ...rows.filter(({ id }) => !first.ids.has(id))];
  }, [brokenAlone, rows, problems, editing, first]);
  const pages = Math.max(1, Math.ceil(shown.length / 50));
  return (
    <>
      {(problems.size > 0 || brokenAlone) && (
        <div className={styles.filters}>
          <Select
            label={t('invitations.inviting.rows.show')}
            value={brokenAlone ? 'broken' : 'all'}
            onChange={(next) => {
              onBrokenAlone(next === 'broken');
              setPage(1);
            }}
            options={[
              { value: 'all', label: t('invitations.inviting.rows.all', { n: formats.number(rows.length) }) },
              {
                value: 'broken',
                label: t('invitations.inviting.rows.broken', { n: formats.number(problems.size) }),
              },
            ]}
          />
        </div>
      )}
      <Table
        ref={ref}
        className={styles.rows}
        tabIndex={-1}
        caption={t('invitations.inviting.rows.caption')}
        data={shown}
        columns={columns}
        rowLabel={nameOf}
        page={Math.min(page, pages)}
        onPageChange={setPage}
        emptyText={t('invitations.inviting.rows.ready')}
        selectedKeys={selected}
        onSelectionChange={(keys) => select(keys.map(Number))}
        bulkActions={[
          {
            id: 'remove',
            label: t('invitations.inviting.rows.remove'),
            async onExecute(_, keys) {
              const gone = new Set<unknown>(keys);
              onChange(rows.filter(({ id }) => !gone.has(id)));
            },
          },
        ]}
        {...labels}
      />
    </>
  );
}

/** The numbers of the selected rows. One that was removed leaves, as its number may be given to another. */
function useSelected(
  rows: readonly Row[],
): [ids: readonly number[], select: (ids: readonly number[]) => void] {
  const [selected, setSelected] = useState<readonly number[]>([]);
  const ids = useMemo(() => new Set(rows.map(({ id }) => id)), [rows]);
  const left = selected.filter((id) => ids.has(id));
  if (left.length < selected.length) setSelected(left);
  return [selected, setSelected];
}

const nameOf = ({ id, email, name }: Row): string => email || name || String(id);
