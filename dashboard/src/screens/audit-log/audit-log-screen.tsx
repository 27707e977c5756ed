import { signInLogEndpoints, type AuditEntry } from '@app/contract/dashboard/sign-in-log.ts';
import { Button } from '@app/ui/button';
import { CloseIcon } from '@app/ui/icons/icon';
import { NativeSelect } from '@app/ui/native-select';
import type { Column } from '@app/ui/table';
import { Tooltip } from '@app/ui/tooltip';
import { useMemo } from 'react';

import { useRead } from '#calls/use-read.ts';
import { type ShownTexts, useTexts } from '#i18n/use-texts.ts';
import { ListToolbar } from '#lists/list-toolbar.tsx';
import { ListRows } from '#lists/list-rows.tsx';
import { LogTitle, PersonCell } from '#lists/cells.tsx';
import { TimeRangeSelect, timeRanges, useTimeQuery } from '#lists/time-range.tsx';
import { useListAddress } from '#lists/use-list-address.ts';
import { Screen } from '#page/screen.tsx';

import { actionKeys, isAction } from './audit-words.ts';
import { ChangedValues } from './changed-values.tsx';
import styles from './audit-log.module.css';

const filters = { action: actionKeys, range: timeRanges, actorId: 'text' } as const;

/** Every change by an admin: who, what, and the values before and after (requirements §5). */
export function AuditLogScreen() {
  const { t } = useTexts('audit-log');
  const address = useListAddress({ filters, sorts: [] });
  const query = useTimeQuery(address.query);
  const list = useRead(signInLogEndpoints.listAuditEntries, { query }, { keepLast: true });
  const columns = useAuditColumns();
  const { actorId } = address.filters;
  const actor = list.answer?.items.find(({ actor: by }) => by?.id === actorId)?.actor?.email ?? '…';

  return (
    <Screen heading={t('frame.areas.auditLog')} lead={t('audit-log.lead')}>
      <ListToolbar
        address={address}
        search={t('frame.keys.search')}
        placeholder={t('audit-log.searchHint')}
        folds
      >
        <NativeSelect
          label={t('audit-log.filters.action')}
          value={address.filters.action ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget;
            address.setFilter('action', isAction(value) ? value : undefined);
          }}
          options={[
            { value: '', label: t('audit-log.filters.anyAction') },
            ...actionKeys.map((value) => ({ value, label: t(`audit-log.actions.${value}`) })),
          ]}
        />
        <TimeRangeSelect
          value={address.filters.range}
          onChange={(range) => address.setFilter('range', range)}
          anyTime={t('audit-log.filters.anyTime')}
        />
        {actorId !== undefined && (
          <Button
            variant="secondary"
            size="small"
            icon={<CloseIcon />}
            onClick={() => address.setFilter('actorId', undefined)}
          >
            {t('audit-log.filters.actor', { admin: actor })}
          </Button>
        )}
      </ListToolbar>
      <ListRows
        address={address}
        list={list}
        columns={columns}
        caption={t('frame.areas.auditLog')}
        empty={{ heading: t('audit-log.empty.heading'), text: t('audit-log.empty.text') }}
        emptyText={t('audit-log.noMatch')}
      />
    </Screen>
  );
}

function useAuditColumns(): readonly Column<AuditEntry>[] {
  const { t } = useTexts('audit-log');
  return useMemo(
    (): Column<AuditEntry>[] => [
      {
        id: 'at',
        label: t('frame.fields.time'),
        sortable: false,
        renderer: ({ at, action, target, targetName }) => (
          <LogTitle who={wordsOf(action, t)} what={targetName ?? target ?? '–'} time={at} />
        ),
      },
      {
        id: 'action',
        label: t('audit-log.columns.action'),
        sortable: false,
        card: 'none',
        flexible: true,
        renderer: ({ action, target, targetName }) => (
          <PersonCell
            name={wordsOf(action, t)}
            email={[targetName, target].filter((each) => each !== undefined).join(' · ')}
          />
        ),
      },
      {
        id: 'values',
        label: t('audit-log.columns.values'),
        sortable: false,
        renderer: ({ before, after }) => <ChangedValues before={before} after={after} />,
      },
      {
        id: 'actor',
        label: t('audit-log.columns.actor'),
        sortable: false,
        flexible: true,
        renderer: ({ actor: by }) =>
          by ? (
            <Tooltip text={t('audit-log.filters.onlyActor', { admin: by.email })}>
              <a className={styles.actor} href={`/dashboard/audit-log?actorId=${by.id}`}>
                <PersonCell name={by.name ?? ''} email={by.email} />
              </a>
            </Tooltip>
          ) : (
            t('audit-log.system')
          ),
      },
    ],
    [t],
  );
}

/** An action of a later release has no words here yet. */
const wordsOf = (action: string, t: ShownTexts<'audit-log'>['t']): string =>
  isAction(action) ? t(`audit-log.actions.${action}`) : t('audit-log.columns.action');
