import type { User } from '@app/contract/dashboard/users.ts';
import type { Column } from '@app/ui/table';
import { useMemo, useState } from 'react';
import { ActionMenu, ActionMenuItem } from '@app/ui/action-menu';
import { IconButton } from '@app/ui/icon-button';
import { Icon } from '@app/ui/icons/icon';

import { useTexts } from '#i18n/use-texts.ts';
import { type BulkKind, actionsFor } from '#screens/people/bulk/bulk-kinds.ts';
import { LastSignIn, Login, PersonName, StatusAndRole } from '#screens/people/cells.tsx';
import { usePerson } from '#session/use-session.ts';

/** The columns of the list of accounts, in the language that is shown. `onAsk` may not be another one in each render. */
export function usePeopleColumns(onAsk: (kind: BulkKind, user: User) => void): readonly Column<User>[] {
  const { t } = useTexts('people');
  return useMemo(
    (): Column<User>[] => [
      {
        id: 'name',
        label: t('frame.fields.name'),
        flexible: true,
        renderer: (user) => <PersonName user={user} />,
      },
      {
        id: 'method',
        label: t('frame.fields.method'),
        card: 'none',
        renderer: (user) => <Login user={user} />,
      },
      {
        id: 'status',
        label: t('frame.fields.status'),
        card: 'beside',
        renderer: (user) => <StatusAndRole user={user} />,
      },
      {
        id: 'lastSignInAt',
        label: t('people.columns.lastSignInAt'),
        card: 'none',
        renderer: (user) => <LastSignIn user={user} />,
      },
      {
        id: 'actions',
        label: t('people.columns.actions'),
        sortable: false,
        pinned: true,
        card: 'beside',
        renderer: (user) => <RowMenu user={user} onAsk={onAsk} />,
      },
    ],
    [t, onAsk],
  );
}

/** What can be done with one person of the list. The menu of a row is made when it is first opened: there are 50 rows. */
function RowMenu({ user, onAsk }: { user: User; onAsk: (kind: BulkKind, user: User) => void }) {
  const { t } = useTexts('people');
  const isOwn = usePerson().userId === user.id;
  const [used, setUsed] = useState(false);
  const button = (
    <IconButton
      size="xSmall"
      label={t('people.table.rowMenu', { name: user.name || user.email })}
      icon={<MoreIcon />}
      {...(!used && { 'aria-haspopup': 'menu' as const, onClick: () => setUsed(true) })}
    />
  );
  if (!used) return button;
  return (
    <ActionMenu trigger={button} align="end" defaultOpen>
      {actionsFor([user], isOwn).map((kind) => (
        <ActionMenuItem key={kind} danger={kind === 'disable'} onClick={() => onAsk(kind, user)}>
          {t(`people.bulk.${kind}.action`)}
        </ActionMenuItem>
      ))}
    </ActionMenu>
  );
}

function MoreIcon() {
  return (
    <Icon size={16}>
      <path d="M4 10h.01M10 10h.01M16 10h.01" strokeWidth={2.5} />
    </Icon>
  );
}
