import {
  eventOutcomes,
  eventTypes,
  signInLogEndpoints,
  type SignInEvent,
} from '@app/contract/dashboard/sign-in-log.ts';
import { useState } from 'react';

import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { ListToolbar } from '#lists/list-toolbar.tsx';
import { isEmptyLog, LogRows } from '#lists/log-rows.tsx';
import { timeRanges, useTimeQuery } from '#lists/time-range.tsx';
import { useListAddress } from '#lists/use-list-address.ts';
import { later, usePreload } from '#page/later.tsx';
import { Screen } from '#page/screen.tsx';

import { SupportCodeField } from './support-code-field.tsx';
import { EventFilters } from './event-filters.tsx';
import { ExportButton } from './export-button.tsx';
import { NewEvents } from './new-events.tsx';
import { useEventColumns } from './use-event-columns.tsx';

const loadDetail = async () => (await import('./event-detail.tsx')).EventDetail;
const EventDetail = later(loadDetail);

const filters = {
  outcome: eventOutcomes,
  type: eventTypes,
  range: timeRanges,
  userId: 'text',
  supportCode: 'text',
} as const;

/** Every attempt to sign in, with its true reason (requirements §5). Filters and page are in the address. */
export function SignInLogScreen() {
  usePreload(loadDetail);
  const { t } = useTexts('sign-in-log');
  const address = useListAddress({ filters, sorts: [] });
  const query = useTimeQuery(address.query);
  const list = useRead(signInLogEndpoints.listEvents, { query }, { keepLast: true });
  const columns = useEventColumns();
  const [opened, setOpened] = useState<SignInEvent>();
  const { items = [], liveCursor } = list.answer ?? {};

  return (
    <Screen
      heading={t('sign-in-log.title')}
      lead={t('sign-in-log.lead')}
      actions={!isEmptyLog(list, address) && <ExportButton query={query} />}
    >
      <ListToolbar
        address={address}
        search={t('sign-in-log.search')}
        placeholder={t('sign-in-log.searchHint')}
        label={t('sign-in-log.filters.label')}
        clearLabel={t('sign-in-log.filters.clear')}
        folds
      >
        <SupportCodeField
          value={address.filters.supportCode ?? ''}
          onChange={(code) => address.setFilter('supportCode', code)}
        />
        <EventFilters address={address} items={items} />
      </ListToolbar>
      {liveCursor !== undefined && address.page === 1 && !list.outdated && (
        <NewEvents query={query} liveCursor={liveCursor} shown={items} onShow={list.readAgain} />
      )}
      <LogRows
        address={address}
        list={list}
        columns={columns}
        caption={t('sign-in-log.title')}
        empty={{ heading: t('sign-in-log.empty.heading'), text: t('sign-in-log.empty.text') }}
        emptyText={t(
          address.filters.supportCode === undefined ? 'sign-in-log.noMatch' : 'sign-in-log.noCode',
        )}
        onRowClick={setOpened}
      />
      {opened && (
        <EventDetail
          event={opened}
          onClose={() => setOpened(undefined)}
          onOnlyPerson={(userId) => address.setFilter('userId', userId)}
        />
      )}
    </Screen>
  );
}
