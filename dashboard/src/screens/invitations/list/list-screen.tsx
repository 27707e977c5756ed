import { invitationEndpoints, invitationStates } from '@app/contract/dashboard/invitations.ts';
import * as limits from '@app/contract/fields/limits.ts';
import { Banner } from '@app/ui/banner';
import { Button, ButtonLink } from '@app/ui/button';
import { NativeSelect } from '@app/ui/native-select';
import { Table } from '@app/ui/table';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';

import { useCalls } from '#calls/calls-context.tsx';
import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { ListToolbar } from '#lists/list-toolbar.tsx';
import { PageSteps } from '#lists/page-steps.tsx';
import { SelectAll } from '#lists/select-all.tsx';
import { useEmptiedPage } from '#lists/use-emptied-page.ts';
import { useListAddress } from '#lists/use-list-address.ts';
import { useTableLabels } from '#lists/use-table-labels.ts';
import { Empty, Failed, Loading } from '#page/page-states.tsx';
import { useKeys } from '#page/keys/use-keys.ts';
import { later } from '#page/later.tsx';
import { Screen } from '#page/screen.tsx';
import { draftName, draftOf } from '#screens/invitations/inviting/invite-draft.ts';
import styles from '#screens/invitations/invitations.module.css';
import { isDone } from '#screens/invitations/inviting/invitation-batch.ts';
import { Progress } from '#screens/invitations/progress.tsx';
import { readDraft } from '#session/drafts.ts';
import { usePerson } from '#session/use-session.ts';

import { useInvitationColumns } from './use-invitation-columns.tsx';
import { useCounts } from './use-counts.ts';
import { type Repeat, useRepeats } from './use-repeats.ts';

const RevokeDialog = later(async () => (await import('./revoke-dialog.tsx')).RevokeDialog);

const { listInvitations } = invitationEndpoints;
const inviteAddress = '/dashboard/invitations/new';
type InvitationState = (typeof invitationStates)[number];

/** The invitations that wait or have expired: sent again or revoked, one or many. */
export function ListScreen() {
  const { t, formats } = useTexts('invitations');
  const { client } = useCalls();
  const list = useListAddress({ filters: { state: invitationStates }, sorts: [] });
  const read = useRead(listInvitations, { query: list.query }, { keepLast: true });
  const { answer, failure, loading, outdated, readAgain } = read;
  const isLeaving = useEmptiedPage(list, read);
  const labels = useTableLabels();
  const repeats = useRepeats();
  const { run } = repeats;
  const [selected, setSelected] = useSelected(JSON.stringify([list.query.search, list.query.state]));
  const [asked, setAsked] = useState<readonly string[]>([]);
  const columns = useInvitationColumns({
    onResend: ({ id }) => run('resend', [id]),
    onRevoke: ({ id }) => setAsked([id]),
  });
  useKeys([{ keys: 'n', label: t('frame.invite'), run: () => navigate(inviteAddress) }]);
  const { items, total = 0 } = answer ?? {};
  /** Resolves to false where it has failed: what was not done stays selected. Parts can continue without a selection. */
  function startBulk(kind: Repeat['kind'], ids: readonly string[]): Promise<boolean> | void {
    const work = run(kind, ids);
    const started = new Set(ids);
    const deselect = (): void => setSelected(selected.filter((id) => !started.has(id)));
    if (ids.length > limits.changedAtOnce) return deselect();
    return work.then((isDone) => {
      if (isDone) deselect();
      return isDone;
    });
  }

  return (
    <Screen heading={t('frame.areas.invitations')} lead={t('invitations.lead')} actions={<InviteLink />}>
      <Unfinished />
      <Running repeats={repeats} />
      <ListToolbar
        address={list}
        search={t('frame.keys.search')}
        placeholder={t('frame.list.searchHint')}
        label={t('frame.fields.status')}
        clearLabel={t('invitations.none.clear')}
      >
        <StateFilter value={list.filters.state} onChange={(state) => list.setFilter('state', state)} />
      </ListToolbar>
      {failure && <Failed failure={failure} onTryAgain={readAgain} />}
      {(loading || isLeaving) && <Loading />}
      {answer?.total === 0 && <NoInvitations onClear={list.isNarrowed ? list.clear : undefined} />}
      {items && items.length > 0 && (
        <>
          <SelectAll
            shown={items}
            total={total}
            selected={selected}
            words={t('invitations.selectAll.page', { n: formats.number(items.length) })}
            action={t('invitations.selectAll.all', { n: formats.number(total) })}
            query={list.query}
            readPage={(page) => client.call(listInvitations, { query: { ...list.query, ...page } })}
            onSelect={(all) => setSelected(all.map(({ id }) => id))}
          />
          <Table
            caption={t('frame.areas.invitations')}
            data={items}
            columns={columns}
            rowLabel={({ email }) => email}
            pageSize={Infinity}
            aria-busy={outdated || undefined}
            selectedKeys={selected}
            onSelectionChange={(keys) => setSelected(keys.map(String))}
            bulkActions={[
              {
                id: 'resend',
                label: t('invitations.resend'),
                // The last of the list first, so that it keeps its order.
                onExecute: () => startBulk('resend', selected.toReversed()),
              },
              { id: 'revoke', label: t('invitations.revoke'), onExecute: () => setAsked(selected) },
            ]}
            {...labels}
          />
          <PageSteps
            page={list.page}
            shown={items.length}
            total={total}
            nextCursor={answer?.nextCursor}
            onNext={list.toNextPage}
            onPrevious={list.toPreviousPage}
          />
        </>
      )}
      <RevokeDialog
        asked={asked}
        email={items?.find(({ id }) => id === asked[0])?.email}
        onClose={() => setAsked([])}
        onRevoke={async (ids) => void (await startBulk('revoke', ids))}
      />
    </Screen>
  );
}

function InviteLink() {
  const { t } = useTexts('invitations');
  return (
    <ButtonLink size="small" href={inviteAddress}>
      {t('frame.invite')}
    </ButtonLink>
  );
}

/** The ids of the selected ones. What another search or filter has selected is not selected here. */
function useSelected(narrowed: string): [ids: readonly string[], select: (ids: readonly string[]) => void] {
  const [selection, setSelection] = useState<{ of: string; ids: readonly string[] }>();
  return [selection?.of === narrowed ? selection.ids : [], (ids) => setSelection({ of: narrowed, ids })];
}

/** Chooses the state, each with how many invitations are in it. */
function StateFilter({
  value,
  onChange,
}: {
  value: InvitationState | undefined;
  onChange: (state: InvitationState | undefined) => void;
}) {
  const { t } = useTexts('invitations');
  const counts = useCounts();
  return (
    <NativeSelect
      label={t('frame.fields.status')}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChange(invitationStates.find((each) => each === currentTarget.value))
      }
      options={[
        { value: '', label: t('invitations.state.all') },
        ...invitationStates.map((state) => ({
          value: state,
          label: `${t(`invitations.state.${state}`)}${counts[state] ?? ''}`,
        })),
      ]}
    />
  );
}

/** The work on many invitations that is under way, or has stopped. */
function Running({ repeats: { current, resume, leave } }: { repeats: ReturnType<typeof useRepeats> }) {
  const { t } = useTexts('invitations');
  if (!current) return null;
  return (
    <Progress
      heading={t(`invitations.bulk.${current.kind}`)}
      done={current.results.length}
      all={current.ids.length}
      failure={current.failure}
      onContinue={resume}
    >
      {current.failure && (
        <div className={styles.row}>
          <p className={styles.note}>{t('invitations.bulk.stopped')}</p>
          <Button variant="secondary" size="xSmall" onClick={leave}>
            {t('invitations.bulk.leave')}
          </Button>
        </div>
      )}
    </Progress>
  );
}

/** @param onClear shows all again, where a search or a filter has found none */
function NoInvitations({ onClear }: { onClear: (() => void) | undefined }) {
  const { t } = useTexts('invitations');
  const kind = onClear ? 'none' : 'empty';
  const action = onClear ? (
    <Button variant="secondary" size="small" onClick={onClear}>
      {t('invitations.none.clear')}
    </Button>
  ) : (
    <InviteLink />
  );
  return (
    <Empty heading={t(`invitations.${kind}.title`)} action={action}>
      {t(`invitations.${kind}.text`)}
    </Empty>
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
          {t('frame.continue')}
        </ButtonLink>
      }
    >
      {t('invitations.unfinished.text')}
    </Banner>
  );
}
