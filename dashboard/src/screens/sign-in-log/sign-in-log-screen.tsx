import {
  eventOutcomes,
  eventTypes,
  signInLogEndpoints,
  type SignInEvent,
} from '@app/contract/dashboard/sign-in-log.ts';
import { useState } from 'react';
import type { InputOf } from '@app/contract/calls/endpoint.ts';
import { csvByteOrderMark } from '@app/contract/fields/csv.ts';
import { Button } from '@app/ui/button';
import { seconds } from '@app/contract/fields/durations.ts';

import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { ListToolbar } from '#lists/list-toolbar.tsx';
import { isEmptyLog, ListRows } from '#lists/list-rows.tsx';
import { timeRanges, useTimeQuery } from '#lists/time-range.tsx';
import { useListAddress } from '#lists/use-list-address.ts';
import { later, usePreload } from '#page/later.tsx';
import { Screen } from '#page/screen.tsx';
import { useCalls } from '#calls/calls-context.tsx';
import { useSay } from '#page/use-say.ts';

import { SupportCodeField, EventFilters } from './event-filters.tsx';
import { useEventColumns } from './use-event-columns.tsx';
import styles from './sign-in-log.module.css';

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
      heading={t('frame.areas.signInLog')}
      lead={t('sign-in-log.lead')}
      actions={!isEmptyLog(list, address) && <ExportButton query={query} />}
    >
      <ListToolbar
        address={address}
        search={t('frame.keys.search')}
        placeholder={t('frame.list.searchHint')}
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
      <ListRows
        address={address}
        list={list}
        columns={columns}
        caption={t('frame.areas.signInLog')}
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

/** Downloads all rows of the present filters as a CSV file. */
function ExportButton({
  query,
}: {
  query: NonNullable<InputOf<typeof signInLogEndpoints.listEvents>['query']>;
}) {
  const { t } = useTexts('sign-in-log');
  const { client } = useCalls();
  const say = useSay();
  const [isRunning, setRunning] = useState(false);

  async function download(): Promise<void> {
    setRunning(true);
    const outcome = await client.csv(signInLogEndpoints.listEvents, { query });
    setRunning(false);
    if (!outcome.ok) return say.failed(outcome.failure);
    // Decoding the answer has taken its mark away.
    const address = URL.createObjectURL(new Blob([csvByteOrderMark, outcome.answer], { type: 'text/csv' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = `login-log-${new Date().toISOString().slice(0, 10)}.csv`;
    link.click();
    URL.revokeObjectURL(address);
    say.done(t('sign-in-log.exported'));
  }

  return (
    <Button variant="secondary" size="small" loading={isRunning} onClick={() => void download()}>
      {t('sign-in-log.export')}
    </Button>
  );
}

/** Asks for newer rows this often while the page is visible (docs/decisions/sign-in-log.md). */
const pollEvery = seconds(5);

/** Says that there are newer events, and shows them when the person wants to: rows never move under a pointer. */
function NewEvents({
  query,
  liveCursor,
  shown,
  onShow,
}: {
  query: NonNullable<InputOf<typeof signInLogEndpoints.listEvents>['query']>;
  /** Of the rows that are shown. */
  liveCursor: string;
  shown: readonly SignInEvent[];
  onShow: () => void;
}) {
  const { t } = useTexts('sign-in-log');
  const asked = { query: { ...query, newerThan: liveCursor } };
  const { answer } = useRead(signInLogEndpoints.listEvents, asked, { every: pollEvery });
  const ids = new Set(shown.map(({ id }) => id));
  const count = (answer?.items ?? []).filter(({ id }) => !ids.has(id)).length;
  return (
    <div role="status" className={styles.news}>
      {count > 0 && (
        <Button variant="secondary" size="small" onClick={onShow}>
          {t('sign-in-log.new', { count })} · {t('sign-in-log.show')}
        </Button>
      )}
    </div>
  );
}
