import { Table, type Column } from '@app/ui/table';

import { failureWords } from '#calls/dashboard-client.ts';
import type { Reading } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { Empty, Failed } from '#page/page-states.tsx';

import { PageSteps } from './page-steps.tsx';

/** The part of the list's address that its pages change. */
interface PageAddress {
  readonly page: number;
  readonly toNextPage: (cursor: string) => void;
  readonly toPreviousPage: () => void;
  readonly isNarrowed: boolean;
}

interface Page<Row> {
  readonly items: readonly Row[];
  readonly total: number;
  readonly totalIsMore?: boolean | undefined;
  readonly nextCursor?: string | undefined;
}

/** A log that nothing was written into yet: no search and no filter is the reason. */
export const isEmptyLog = ({ answer }: Reading<Page<object>>, { isNarrowed }: PageAddress): boolean =>
  answer !== undefined && answer.total === 0 && !isNarrowed;

/** The rows of a log, which the service sorts and pages, and its pages; or why there are none. */
export function LogRows<Row extends object>({
  address,
  list,
  columns,
  caption,
  empty,
  emptyText,
  onRowClick,
}: {
  address: PageAddress;
  list: Reading<Page<Row>>;
  columns: readonly Column<Row>[];
  caption: string;
  /** In place of the table while the log is empty. */
  empty: { readonly heading: string; readonly text: string };
  /** In the table: no row matches the search and the filters. */
  emptyText: string;
  onRowClick?: (row: Row) => void;
}) {
  const { t } = useTexts();
  const { items = [], total = 0, totalIsMore, nextCursor } = list.answer ?? {};
  return (
    <>
      {list.failure && list.answer && <Failed failure={list.failure} onTryAgain={list.readAgain} />}
      {isEmptyLog(list, address) ? (
        <Empty heading={empty.heading}>{empty.text}</Empty>
      ) : (
        <Table
          caption={caption}
          data={items}
          columns={columns}
          rowCount={items.length}
          pageSize={Infinity}
          loading={list.loading || list.outdated}
          error={list.failure && !list.answer ? t(failureWords(list.failure)) : undefined}
          onRetry={list.readAgain}
          emptyText={emptyText}
          labels={{ loading: t('frame.loading'), retry: t('frame.tryAgain') }}
          {...(onRowClick && { onRowClick })}
        />
      )}
      {list.answer && total > 0 && (
        <PageSteps
          page={address.page}
          shown={items.length}
          total={total}
          isMore={totalIsMore === true}
          nextCursor={nextCursor}
          onNext={address.toNextPage}
          onPrevious={address.toPreviousPage}
        />
      )}
    </>
  );
}
