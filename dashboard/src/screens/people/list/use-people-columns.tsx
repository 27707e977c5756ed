import type { User } from '@app/contract/dashboard/users.ts';
import type { Column } from '@app/ui/table';
import { useMemo } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { CutText } from '#lists/cut-text.tsx';
import { LastSignIn, Method, PersonName, StatusBadge } from '#screens/people/cells.tsx';

/** The columns of the list of accounts, in the language that is shown. */
export function usePeopleColumns(): readonly Column<User>[] {
  const { t } = useTexts('people');
  return useMemo(
    (): Column<User>[] => [
      { id: 'name', label: t('people.columns.name'), renderer: (user) => <PersonName user={user} /> },
      { id: 'email', label: t('people.columns.email'), renderer: ({ email }) => <CutText text={email} /> },
      {
        id: 'method',
        label: t('people.columns.method'),
        renderer: ({ method }) => <Method method={method} />,
      },
      {
        id: 'secondStep',
        label: t('people.columns.secondStep'),
        sortable: false,
        renderer: ({ secondStep }) => t(`people.secondSteps.${secondStep}`),
      },
      {
        id: 'status',
        label: t('people.columns.status'),
        renderer: ({ status, addressLost }) => <StatusBadge status={status} addressLost={addressLost} />,
      },
      {
        id: 'role',
        label: t('people.columns.role'),
        sortable: false,
        renderer: ({ role }) => t(`people.roles.${role}`),
      },
      {
        id: 'lastSignInAt',
        label: t('people.columns.lastSignInAt'),
        renderer: (user) => <LastSignIn user={user} />,
      },
    ],
    [t],
  );
}
