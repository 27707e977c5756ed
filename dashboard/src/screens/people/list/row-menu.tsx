import type { User } from '@app/contract/dashboard/users.ts';
import { ActionMenu, ActionMenuItem } from '@app/ui/action-menu';
import { IconButton } from '@app/ui/icon-button';
import { Icon } from '@app/ui/icons/icon';
import { useState } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { actionsFor, type BulkKind } from '#screens/people/bulk/bulk-kinds.ts';
import { usePerson } from '#session/use-session.ts';

/** What can be done with one person of the list. The menu of a row is made when it is first opened: there are 50 rows. */
export function RowMenu({ user, onAsk }: { user: User; onAsk: (kind: BulkKind, user: User) => void }) {
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
