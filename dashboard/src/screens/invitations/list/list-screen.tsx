import {
  invitationEndpoints,
  invitationStates,
  type Invitation,
} from '@app/contract/dashboard/invitations.ts';
import { Banner } from '@app/ui/banner';
import { Button, ButtonLink } from '@app/ui/button';
import { NativeSelect } from '@app/ui/native-select';
import { Table } from '@app/ui/table';
import { useRef, useState, type ComponentRef } from 'react';
import { navigate } from 'wouter/use-browser-location';

import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { ListToolbar } from '#lists/list-toolbar.tsx';
import { PageSteps } from '#lists/page-steps.tsx';
import { useListAddress } from '#lists/use-list-address.ts';
import { useTableLabels } from '#lists/use-table-labels.ts';
import { Empty } from '#page/empty.tsx';
import { Failed } from '#page/failed.tsx';
import { useKeys } from '#page/keys/use-keys.ts';
import { later } from '#page/later.tsx';
import { Loading } from '#page/loading.tsx';
import { Screen } from '#page/screen.tsx';
import { inviteAddress } from '#screens/invitations/addresses.ts';
import { draftName, draftOf } from '#screens/invitations/inviting/invite-draft.ts';
import { isDone } from '#screens/invitations/inviting/invitation-batch.ts';
import { readDraft } from '#session/drafts.ts';
import { usePerson } from '#session/use-session.ts';

import { useInvitationColumns } from './use-invitation-columns.tsx';
import { useRepeats } from './use-repeats.ts';

const RevokeDialog = later(async () => (await import('./revoke-dialog.tsx')).RevokeDialog);

const { listInvitations } = invitationEndpoints;

/** The invitations that wait or have expired: sent again or revoked, one or many. */
export function ListScreen() {
  const { t } = useTexts('invitations');
  const list = useListAddress({ filters: { state: invitationStates }, sorts: [] });
  const { answer, failure, loading, outdated, readAgain } = useRead(
    listInvitations,
    { query: list.query },
    { keepLast: true },
  );
  const labels = useTableLabels();
  const { resend, revoke } = useRepeats();
  const [asked, setAsked] = useState<readonly Invitation[]>([]);
  const table = useRef<ComponentRef<'div'>>(null);
  const columns = useInvitationColumns({
    onResend: (row) => resend([row.id]),
    onRevoke: (row) => setAsked([row]),
  });
  useKeys([{ keys: 'n', label: t('invitations.invite'), run: () => navigate(inviteAddress) }]);
  const items = answer?.items;

  return (
    <Screen
      heading={t('invitations.title')}
      lead={t('invitations.lead')}
      actions={
        <ButtonLink size="small" href={inviteAddress}>
          {t('invitations.invite')}
        </ButtonLink>
      }
    >
      <Unfinished />
      <ListToolbar
        address={list}
        search={t('invitations.search')}
        placeholder={t('invitations.searchHint')}
        label={t('invitations.state.label')}
        clearLabel={t('invitations.none.clear')}
      >
        <NativeSelect
          label={t('invitations.state.label')}
          value={list.filters.state ?? ''}
          onChange={({ currentTarget: { value } }) =>
            list.setFilter(
              'state',
              invitationStates.find((each) => each === value),
            )
          }
          options={[
            { value: '', label: t('invitations.state.all') },
            ...invitationStates.map((state) => ({ value: state, label: t(`invitations.state.${state}`) })),
          ]}
        />
      </ListToolbar>
      {failure && <Failed failure={failure} onTryAgain={readAgain} />}
      {loading && <Loading />}
      {items?.length === 0 && !list.isNarrowed && (
        <Empty
          heading={t('invitations.empty.title')}
          action={
            <ButtonLink size="small" href={inviteAddress}>
              {t('invitations.invite')}
            </ButtonLink>
          }
        >
          {t('invitations.empty.text')}
        </Empty>
      )}
      {items?.length === 0 && list.isNarrowed && (
        <Empty
          heading={t('invitations.none.title')}
          action={
            <Button variant="secondary" size="small" onClick={list.clear}>
              {t('invitations.none.clear')}
            </Button>
          }
        >
          {t('invitations.none.text')}
        </Empty>
      )}
      {items && items.length > 0 && (
        <>
          <Table
            ref={table}
            caption={t('invitations.title')}
            data={items}
            columns={columns}
            rowLabel={({ email }) => email}
            pageSize={Infinity}
            aria-busy={outdated || undefined}
            bulkActions={[
              {
                id: 'resend',
                label: t('invitations.resend'),
                onExecute: (rows) => resend(rows.map(({ id }) => id)),
              },
              { id: 'revoke', label: t('invitations.revoke'), onExecute: (rows) => setAsked(rows) },
            ]}
            {...labels}
          />
          <PageSteps
            page={list.page}
            shown={items.length}
            total={answer?.total ?? 0}
            nextCursor={answer?.nextCursor}
            onNext={list.toNextPage}
            onPrevious={list.toPreviousPage}
          />
        </>
      )}
      <RevokeDialog asked={asked} onClose={() => setAsked([])} onRevoke={revoke} />
    </Screen>
  );
}

/** An invitation that was begun in this tab and not finished. */
function Unfinished() {
  const { t } = useTexts('invitations');
  const { userId } = usePerson();
  const [{ rows, batch }] = useState(() => draftOf(readDraft(userId, draftName)));
  if (rows.length === 0 && (batch === undefined || isDone(batch))) return null;
  return (
    <Banner
      variant="info"
      action={
        <ButtonLink variant="secondary" size="xSmall" href={inviteAddress}>
          {t('invitations.unfinished.go')}
        </ButtonLink>
      }
    >
      {t('invitations.unfinished.text')}
    </Banner>
  );
}
