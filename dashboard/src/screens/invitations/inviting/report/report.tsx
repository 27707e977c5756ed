import { Banner } from '@app/ui/banner';
import { Button, ButtonLink } from '@app/ui/button';
import { Table, type Column } from '@app/ui/table';
import { useEffect, useId, useMemo, useRef } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { CutText } from '#lists/cut-text.tsx';
import { useTableLabels } from '#lists/use-table-labels.ts';
import { useSay } from '#page/use-say.ts';
import { listAddress } from '#screens/invitations/addresses.ts';
import styles from '#screens/invitations/invitations.module.css';
import {
  type Batch,
  countResults,
  type FailedRow,
  failedRows,
} from '#screens/invitations/inviting/invitation-batch.ts';
import { download, failedCsv } from '#screens/invitations/inviting/list-csv.ts';

interface ShownRow extends FailedRow {
  readonly id: number;
}

/** What became of every row: how many were invited, and which were not and why. */
export function Report({
  batch,
  left,
  onCorrect,
  onMore,
}: {
  batch: Batch;
  /** Rows that were not sent, because something is wrong with each. */
  left: number;
  onCorrect: (failed: readonly FailedRow[]) => void;
  onMore: () => void;
}) {
  const { t, formats } = useTexts('invitations');
  const say = useSay();
  const labels = useTableLabels();
  const result = useRef<HTMLDivElement>(null);
  const failedId = useId();
  const failed = useMemo(
    () => failedRows(batch).map((each): ShownRow => ({ ...each, id: each.row.id })),
    [batch],
  );
  const { ok } = countResults(batch);
  useEffect(() => result.current?.focus(), []);
  const columns = useMemo(
    (): Column<ShownRow>[] => [
      {
        id: 'email',
        label: t('frame.fields.person'),
        sortable: false,
        renderer: ({ row }) => (
          <span className={styles.person}>
            <strong>
              <CutText text={row.email} />
            </strong>
            {row.name ? (
              <span>
                <CutText text={row.name} />
              </span>
            ) : null}
          </span>
        ),
      },
      {
        id: 'reason',
        label: t('invitations.report.reason'),
        sortable: false,
        renderer: ({ reason }) => t(`invitations.report.reasons.${reason}`),
      },
    ],
    [t],
  );

  function downloadFailed(): void {
    const csv = failedCsv(failed, (reason) => t(`invitations.report.reasons.${reason}`));
    download(csv, t('invitations.report.fileName'));
  }
  async function copy(): Promise<void> {
    const text = failed.map(({ row }) => row.email).join('\n');
    // Without the browser's permission there is still the file.
    const copied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (copied) say.done(t('invitations.report.copied'));
  }

  return (
    <div className={styles.report}>
      <Banner ref={result} variant={ok > 0 ? 'success' : 'warning'}>
        {ok > 0
          ? t('invitations.report.invited', { count: ok, n: formats.number(ok) })
          : t('invitations.report.nobody')}
        {left > 0 && ` ${t('invitations.report.left', { count: left, n: formats.number(left) })}`}
      </Banner>
      {failed.length > 0 && (
        <section className={styles.report} aria-labelledby={failedId}>
          <div className={styles.row}>
            <h2 id={failedId}>
              {t('invitations.report.failed', { count: failed.length, n: formats.number(failed.length) })}
            </h2>
            <div className={styles.buttons}>
              <Button variant="secondary" size="xSmall" onClick={() => void copy()}>
                {t('invitations.report.copy')}
              </Button>
              <Button variant="secondary" size="xSmall" onClick={downloadFailed}>
                {t('invitations.report.download')}
              </Button>
            </div>
          </div>
          <Table
            caption={t('invitations.report.failed', {
              count: failed.length,
              n: formats.number(failed.length),
            })}
            data={failed}
            columns={columns}
            rowLabel={({ row }) => row.email}
            {...labels}
          />
        </section>
      )}
      <div className={styles.buttons}>
        {failed.length > 0 || left > 0 ? (
          <Button size="small" onClick={() => onCorrect(failed)}>
            {t('invitations.report.correct')}
          </Button>
        ) : null}
        <Button
          variant={failed.length > 0 || left > 0 ? 'secondary' : 'primary'}
          size="small"
          onClick={onMore}
        >
          {t('invitations.report.more')}
        </Button>
        <ButtonLink variant="secondary" size="small" href={listAddress} onClick={onMore}>
          {t('invitations.report.toList')}
        </ButtonLink>
      </div>
    </div>
  );
}
