import { Select } from '@app/ui/select';
import { Table } from '@app/ui/table';
import { useMemo, useState } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { useTableLabels } from '#lists/use-table-labels.ts';
import styles from '#screens/invitations/invitations.module.css';
import type { Problems, Row } from '#screens/invitations/inviting/invitation-rows.ts';

import { useRowColumns } from './use-row-columns.tsx';

/** The rows with what is wrong with each. A row is mended in its place, or removed; many are removed at once. */
export function RowsTable({
  rows,
  problems,
  onChange,
}: {
  rows: readonly Row[];
  problems: Problems;
  onChange: (rows: readonly Row[]) => void;
}) {
  const { t, formats } = useTexts('invitations');
  const labels = useTableLabels();
  const [brokenAlone, setBrokenAlone] = useState(false);
  const [page, setPage] = useState(1);
  const { columns, editing } = useRowColumns({ rows, problems, onChange });
  const shown = useMemo(
    () => (brokenAlone ? rows.filter(({ id }) => problems.has(id) || id === editing) : rows),
    [brokenAlone, rows, problems, editing],
  );
  const pages = Math.max(1, Math.ceil(shown.length / 50));
  return (
    <>
      {(problems.size > 0 || brokenAlone) && (
        <div className={styles.filters}>
          <Select
            label={t('invitations.inviting.rows.show')}
            value={brokenAlone ? 'broken' : 'all'}
            onChange={(next) => {
              setBrokenAlone(next === 'broken');
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
        caption={t('invitations.inviting.rows.caption')}
        data={shown}
        columns={columns}
        rowLabel={nameOf}
        page={Math.min(page, pages)}
        onPageChange={setPage}
        emptyText={t('invitations.inviting.rows.ready')}
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

const nameOf = ({ id, email, name }: Row): string => email || name || String(id);
