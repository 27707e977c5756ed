import { Banner } from '@app/ui/banner';
import { Button, ButtonLink } from '@app/ui/button';
import { Table, type Column } from '@app/ui/table';
import { useEffect, useId, useMemo, useRef } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { CutText } from '#lists/cut-text.tsx';
import { useTableLabels } from '#lists/use-table-labels.ts';
import { useSay } from '#page/use-say.ts';
import styles from '#screens/invitations/invitations.module.css';
import {
  type Batch,
  countResults,
  type FailedRow,
  failedRows,
} from '#screens/invitations/inviting/invitation-batch.ts';
import { download, failedCsv } from '#screens/invitations/inviting/list-csv.ts';

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
  const result = useRef<HTMLDivElement>(null);
  const failed = useMemo(() => failedRows(batch), [batch]);
  const { ok } = countResults(batch);
  const isWhole = failed.length === 0 && left === 0;
  useEffect(() => result.current?.focus(), []);

  return (
    <div className={styles.report}>
      <Banner ref={result} variant={ok > 0 ? 'success' : 'warning'}>
        {ok > 0
          ? t('invitations.report.invited', { count: ok, n: formats.number(ok) })
          : t('invitations.report.nobody')}
        {left > 0 && ` ${t('invitations.report.left', { count: left, n: formats.number(left) })}`}
      </Banner>
      {failed.length > 0 && <FailedRows failed={failed} />}
      <div className={styles.buttons}>
        {!isWhole && (
          <Button size="small" onClick={() => onCorrect(failed)}>
            {t('invitations.report.correct')}
          </Button>
        )}
        <Button variant={isWhole ? 'primary' : 'secondary'} size="small" onClick={onMore}>
          {t('invitations.report.more')}
        </Button>
        <ButtonLink variant="secondary" size="small" href="/dashboard/invitations" onClick={onMore}>
          {t('invitations.report.toList')}
        </ButtonLink>
      </div>
    </div>
  );
}

/** The rows that were not invited, each with the reason, and two ways to take them along. */
function FailedRows({ failed }: { failed: readonly FailedRow[] }) {
  const { t, formats } = useTexts('invitations');
  const say = useSay();
  const labels = useTableLabels();
  const headingId = useId();
  const heading = t('invitations.report.failed', { count: failed.length, n: formats.number(failed.length) });
  const rows = useMemo(() => failed.map(({ row, reason }) => ({ ...row, reason })), [failed]);
  const columns = useMemo(
    (): Column<(typeof rows)[number]>[] => [
      {
        id: 'email',
        label: t('frame.fields.person'),
        sortable: false,
        renderer: ({ name, email }) => (
          <span className={styles.person}>
            <strong>
              <CutText text={email} />
            </strong>
            {name ? (
              <span>
                <CutText text={name} />
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
    const text = rows.map(({ email }) => email).join('\n');
    // Without the browser's permission there is still the file.
    const copied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (copied) say.done(t('invitations.report.copied'));
  }

  return (
    <section className={styles.report} aria-labelledby={headingId}>
      <div className={styles.row}>
        <h2 id={headingId}>{heading}</h2>
        <div className={styles.buttons}>
          <Button variant="secondary" size="xSmall" onClick={() => void copy()}>
            {t('invitations.report.copy')}
          </Button>
          <Button variant="secondary" size="xSmall" onClick={downloadFailed}>
            {t('invitations.report.download')}
          </Button>
        </div>
      </div>
      <Table caption={heading} data={rows} columns={columns} rowLabel={({ email }) => email} {...labels} />
    </section>
  );
}
