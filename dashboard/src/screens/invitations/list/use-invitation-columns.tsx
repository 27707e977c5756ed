import type { Invitation } from '@app/contract/dashboard/invitations.ts';
import { Button } from '@app/ui/button';
import type { Column } from '@app/ui/table';
import { useEffect, useMemo, useRef, useState } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { ShortTime, PersonCell } from '#lists/cells.tsx';
import styles from '#screens/invitations/invitations.module.css';

interface Handlers {
  readonly onResend: (row: Invitation) => Promise<unknown>;
  readonly onRevoke: (row: Invitation) => void;
}

/** The columns of the list. Their handlers may be others in each render. */
export function useInvitationColumns(handlers: Handlers): readonly Column<Invitation>[] {
  const { t } = useTexts('invitations');
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  return useMemo(
    () => [
      {
        id: 'email',
        label: t('frame.fields.person'),
        sortable: false,
        flexible: true,
        renderer: ({ name, email }) => <PersonCell name={name} email={email} />,
      },
      {
        id: 'state',
        label: t('frame.fields.status'),
        sortable: false,
        card: 'beside',
        renderer: ({ state, role }) => (
          <span className={styles.lines}>
            <span className={styles.mark} data-tone={state === 'waiting' ? undefined : 'warning'}>
              {t(`invitations.state.${state}`)}
            </span>
            <span>{t(`frame.values.${role}`)}</span>
          </span>
        ),
      },
      {
        id: 'sentAt',
        label: t('invitations.columns.sent'),
        sortable: false,
        renderer: ({ sentAt, expiresAt }) => (
          <span className={styles.lines}>
            <ShortTime time={sentAt} />
            <span>
              {expiresAt === undefined ? (
                t('invitations.noExpiry')
              ) : (
                <>
                  {t('invitations.columns.expires')} <ShortTime time={expiresAt} />
                </>
              )}
            </span>
          </span>
        ),
      },
      {
        id: 'actions',
        label: t('invitations.columns.actions'),
        sortable: false,
        pinned: true,
        renderer: (row) => (
          <span className={styles.buttons}>
            <ResendButton row={row} onResend={(which) => latest.current.onResend(which)} />
            <Button
              variant="quiet"
              size="xSmall"
              aria-label={`${t('invitations.revoke')}: ${row.email}`}
              onClick={() => latest.current.onRevoke(row)}
            >
              {t('invitations.revoke')}
            </Button>
          </span>
        ),
      },
    ],
    [t],
  );
}

function ResendButton({ row, onResend }: { row: Invitation; onResend: Handlers['onResend'] }) {
  const { t } = useTexts('invitations');
  const [sending, setSending] = useState(false);
  return (
    <Button
      variant="secondary"
      size="xSmall"
      loading={sending}
      aria-label={`${t('invitations.resend')}: ${row.email}`}
      onClick={() => {
        setSending(true);
        void onResend(row).finally(() => setSending(false));
      }}
    >
      {t('invitations.resend')}
    </Button>
  );
}
