import {
  eventOutcomes,
  eventTypes,
  signInLogEndpoints,
  type SignInEvent,
} from '@app/contract/dashboard/sign-in-log.ts';
import { Button } from '@app/ui/button';
import { Table } from '@app/ui/table';
import { useState } from 'react';

import { failureWords } from '#calls/failure-words.ts';
import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { ListToolbar } from '#lists/list-toolbar.tsx';
import { PageSteps } from '#lists/page-steps.tsx';
import { useListAddress } from '#lists/use-list-address.ts';
import { useSince } from '#lists/use-since.ts';
import { Empty } from '#page/empty.tsx';
import { Failed } from '#page/failed.tsx';
import { later, usePreload } from '#page/later.tsx';
import { Screen } from '#page/screen.tsx';

import { CodeField } from './code-field.tsx';
import { EventFilters } from './event-filters.tsx';
import { ExportButton } from './export-button.tsx';
import { NewEvents } from './new-events.tsx';
import { useEventColumns } from './use-event-columns.tsx';

const loadDetail = async () => (await import('./event-detail.tsx')).EventDetail;
const EventDetail = later(loadDetail);

const filters = {
  outcome: eventOutcomes,
  type: eventTypes,
  range: ['1', '7', '30'],
  userId: 'text',
  supportCode: 'text',
} as const;

/** Every attempt to sign in, with its true reason (requirements §5). Filters and page are in the address. */
export function SignInLogScreen() {
  usePreload(loadDetail);
  const { t } = useTexts('sign-in-log');
  const address = useListAddress({ filters, sorts: [] });
  const { range, ...asked } = address.query;
  const since = useSince(range);
  const query = { ...asked, ...(since !== undefined && { from: String(since) }) };
  const list = useRead(signInLogEndpoints.listEvents, { query }, { keepLast: true });
  const columns = useEventColumns();
  const [opened, setOpened] = useState<SignInEvent>();
  const { items = [], total = 0, totalIsMore, nextCursor, liveCursor } = list.answer ?? {};
  const isEmpty = list.answer !== undefined && total === 0 && !address.isNarrowed;

  return (
    <Screen
      heading={t('sign-in-log.title')}
      lead={t('sign-in-log.lead')}
      actions={!isEmpty && <ExportButton query={query} />}
    >
      <ListToolbar
        address={address}
        search={t('sign-in-log.search')}
        placeholder={t('sign-in-log.searchHint')}
        label={t('sign-in-log.filters.label')}
        clearLabel={t('sign-in-log.filters.clear')}
      >
        <CodeField
          value={address.filters.supportCode ?? ''}
          onChange={(code) => address.setFilter('supportCode', code)}
        />
        <EventFilters address={address} items={items} />
      </ListToolbar>
      {liveCursor !== undefined && address.page === 1 && !list.outdated && (
        <NewEvents query={query} liveCursor={liveCursor} shown={items} onShow={list.readAgain} />
      )}
      {list.failure && list.answer && <Failed failure={list.failure} onTryAgain={list.readAgain} />}
      {isEmpty ? (
        <Empty heading={t('sign-in-log.empty.heading')}>{t('sign-in-log.empty.text')}</Empty>
      ) : (
        <Table
          caption={t('sign-in-log.title')}
          data={items}
          columns={columns}
          // The service sorts and pages.
          rowCount={items.length}
          pageSize={Infinity}
          onRowClick={setOpened}
          loading={list.loading || list.outdated}
          error={list.failure && !list.answer ? t(failureWords(list.failure)) : undefined}
          onRetry={list.readAgain}
          emptyText={t(
            address.filters.supportCode === undefined ? 'sign-in-log.noMatch' : 'sign-in-log.noCode',
          )}
          labels={{ loading: t('frame.loading'), retry: t('frame.tryAgain') }}
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
      {opened && (
        <EventDetail
          event={opened}
          onClose={() => setOpened(undefined)}
          onOnlyPerson={(userId) => address.setFilter('userId', userId)}
        />
      )}
      {address.isNarrowed && items.length === 0 && list.answer && (
        <div>
          <Button variant="secondary" size="small" onClick={address.clear}>
            {t('sign-in-log.filters.clear')}
          </Button>
        </div>
      )}
    </Screen>
  );
}
