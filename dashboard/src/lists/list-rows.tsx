import { Table, type TableProps } from '@app/ui/table';
import type { ReactNode } from 'react';

import { failureWords } from '#calls/dashboard-client.ts';
import type { Reading } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { Empty, Failed } from '#page/page-states.tsx';

import { PageSteps } from './page-steps.tsx';
import { useEmptiedPage } from './use-emptied-page.ts';

/** The part of the list's address that its pages change. */
interface PageAddress {
  readonly page: number;
  readonly toNextPage: (cursor: string) => void;
  readonly toPreviousPage: () => void;
  readonly leavePage: () => void;
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

type ListRowsProps<Row extends object> = Omit<
  TableProps<Row>,
  'data' | 'rowCount' | 'pageSize' | 'loading' | 'error' | 'onRetry'
> & {
  address: PageAddress;
  list: Reading<Page<Row>>;
  /** In place of the table while the list has no row, whatever is searched. */
  empty?: { readonly heading: string; readonly text: string };
  /** Above the table. */
  children?: ReactNode;
};

/** The rows of a list that the service sorts and pages, and its pages; or why there are none. */
export function ListRows<Row extends object>({
  address,
  list,
  empty,
  labels,
  children,
  ...table
}: ListRowsProps<Row>) {
  const { t } = useTexts();
  const isLeaving = useEmptiedPage(address, list);
  const { items = [], total = 0, totalIsMore, nextCursor } = list.answer ?? {};
  return (
    <>
      {list.failure && list.answer && <Failed failure={list.failure} onTryAgain={list.readAgain} />}
      {children}
      {empty && isEmptyLog(list, address) ? (
        <Empty heading={empty.heading}>{empty.text}</Empty>
      ) : (
        <Table
          {...table}
          data={items}
          rowCount={items.length}
          pageSize={Infinity}
          loading={list.loading || list.outdated || isLeaving}
          error={list.failure && !list.answer ? t(failureWords(list.failure)) : undefined}
          onRetry={list.readAgain}
          labels={{ loading: t('frame.loading'), retry: t('frame.tryAgain'), ...labels }}
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
