import type { User } from '@app/contract/dashboard/users.ts';
import type { Column } from '@app/ui/table';
import { useMemo } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import type { BulkKind } from '#screens/people/bulk/bulk-kinds.ts';
import { LastSignIn, Login, PersonName, StatusAndRole } from '#screens/people/cells.tsx';

import { RowMenu } from './row-menu.tsx';

/** The columns of the list of accounts, in the language that is shown. `onAsk` may not be another one in each render. */
export function usePeopleColumns(onAsk: (kind: BulkKind, user: User) => void): readonly Column<User>[] {
  const { t } = useTexts('people');
  return useMemo(
    (): Column<User>[] => [
      {
        id: 'name',
        label: t('people.columns.name'),
        flexible: true,
        renderer: (user) => <PersonName user={user} />,
      },
      {
        id: 'method',
        label: t('people.columns.method'),
        card: 'none',
        renderer: (user) => <Login user={user} />,
      },
      {
        id: 'status',
        label: t('people.columns.status'),
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
