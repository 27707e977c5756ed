import { userEndpoints, userSorts, type User } from '@app/contract/dashboard/users.ts';
import { ButtonLink } from '@app/ui/button';
import { useCallback, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';

import { useCalls } from '#calls/calls-context.tsx';
import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { ListRows } from '#lists/list-rows.tsx';
import { ListToolbar } from '#lists/list-toolbar.tsx';
import { SelectAll } from '#lists/select-all.tsx';
import { useListAddress } from '#lists/use-list-address.ts';
import { useKeys } from '#page/keys/use-keys.ts';
import { later, usePreload } from '#page/later.tsx';
import { Screen } from '#page/screen.tsx';
import { actionsFor, type BulkKind } from '#screens/people/bulk/bulk-kinds.ts';
import styles from '#screens/people/people.module.css';

import { PeopleFilters, peopleFilters } from './people-filters.tsx';
import { usePeopleColumns } from './use-people-columns.tsx';

const loadDialog = async () => (await import('#screens/people/bulk/bulk-dialog.tsx')).BulkDialog;
const BulkDialog = later(loadDialog);
const InterruptedJob = later(
  async () => (await import('#screens/people/bulk/interrupted-job.tsx')).InterruptedJob,
);

const inviteAddress = '/dashboard/invitations/new';

/** Search, filters, order, pages and selection of the company's accounts, and what is done with many of them. */
export function PeopleList({
  selected,
  onSelect,
}: {
  selected: readonly User[];
  onSelect: (users: readonly User[]) => void;
}) {
  usePreload(loadDialog);
  const { t, formats } = useTexts('people');
  const { client } = useCalls();
  const address = useListAddress({ filters: peopleFilters, sorts: userSorts });
  const list = useRead(userEndpoints.listUsers, { query: address.query }, { keepLast: true });
  const [asked, setAsked] = useState<{ kind: BulkKind; users: readonly User[] }>();
  const columns = usePeopleColumns(
    useCallback((kind: BulkKind, user: User) => setAsked({ kind, users: [user] }), []),
  );
  useKeys([{ keys: 'i', label: t('frame.invite'), run: () => navigate(inviteAddress) }]);
  const { items = [], total = 0 } = list.answer ?? {};
  // The selected ones as the list shows them now: a version from before the admin's own change would be refused.
  const shown = new Map(items.map((user) => [user.id, user]));
  const chosen = selected.map((user) => shown.get(user.id) ?? user);

  function select(keys: readonly (string | number)[], rows: readonly User[]): void {
    const known = new Map([...selected, ...rows].map((user) => [user.id, user]));
    onSelect(keys.flatMap((key) => known.get(String(key)) ?? []));
  }

  return (
    <Screen
      heading={t('frame.areas.people')}
      lead={t('people.lead')}
      actions={
        <ButtonLink size="small" href={inviteAddress} aria-keyshortcuts="i">
          {t('frame.invite')}
        </ButtonLink>
      }
    >
      <InterruptedJob />
      <ListToolbar address={address} search={t('people.search')} placeholder={t('frame.list.searchHint')}>
        <PeopleFilters
          chosen={address.filters}
          onChange={(name, value) => address.setFilter(name, value as never)}
        />
      </ListToolbar>
      <ListRows
        className={styles.table}
        address={address}
        list={list}
        caption={t('frame.areas.people')}
        columns={columns}
        order={{ field: address.sort ?? 'name', direction: address.order }}
        onOrderChange={({ field, direction }) => {
          const sort = userSorts.find((each) => each === field);
          if (sort !== undefined) address.setSort(sort, direction);
        }}
        selectedKeys={selected.map(({ id }) => id)}
        onSelectionChange={select}
        bulkActions={actionsFor(chosen).map((kind) => ({
          id: kind,
          label: t(`people.bulk.${kind}.action`),
          onExecute: () => setAsked({ kind, users: chosen }),
        }))}
        rowHref={({ id }) => `/dashboard/people/${id}`}
        rowLabel={({ name, email }) => (name === '' ? email : name)}
        emptyText={t(address.isNarrowed ? 'people.noMatch' : 'people.none')}
        labels={{
          selectPage: t('people.table.selectPage'),
          selectRow: (name) => t('people.table.selectRow', { name }),
          selected: (count) => t('people.table.selected', { count, number: formats.number(count) }),
          bulkActions: t('people.table.bulkActions'),
          cancel: t('frame.cancel'),
          actionFailed: t('frame.failures.unknown'),
        }}
      >
        <SelectAll
          shown={items}
          total={total}
          selected={selected.map(({ id }) => id)}
          words={t('people.selectAll.page', { count: items.length, number: formats.number(items.length) })}
          action={t('people.selectAll.all', { count: total, number: formats.number(total) })}
          query={address.query}
          readPage={(page) => client.call(userEndpoints.listUsers, { query: { ...address.query, ...page } })}
          onSelect={onSelect}
        />
      </ListRows>
      {asked && (
        <BulkDialog
          kind={asked.kind}
          users={asked.users}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            // Those that were not asked about, such as beside the menu of one row, stay selected.
            const done = new Set(asked.users.map(({ id }) => id));
            onSelect(selected.filter(({ id }) => !done.has(id)));
          }}
        />
      )}
    </Screen>
  );
}
