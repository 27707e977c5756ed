import type { Invitation } from '@app/contract/dashboard/invitations.ts';
import { Button } from '@app/ui/button';
import type { Column } from '@app/ui/table';
import { useEffect, useMemo, useRef, useState } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { CutText } from '#lists/cut-text.tsx';
import styles from '#screens/invitations/invitations.module.css';

interface Handlers {
  readonly onResend: (row: Invitation) => Promise<void>;
  readonly onRevoke: (row: Invitation) => void;
}

/** The columns of the list. Their handlers may be others in each render. */
export function useInvitationColumns(handlers: Handlers): readonly Column<Invitation>[] {
  const { t, formats } = useTexts('invitations');
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  return useMemo(
    () => [
      {
        id: 'email',
        label: t('invitations.columns.person'),
        sortable: false,
        renderer: ({ name, email }) => (
          <span className={styles.person}>
            <strong>
              <CutText text={name || email} />
            </strong>
            {name ? (
              <span>
                <CutText text={email} />
              </span>
            ) : null}
          </span>
        ),
      },
      {
        id: 'role',
        label: t('invitations.columns.role'),
        sortable: false,
        renderer: ({ role }) => t(`invitations.roles.${role}`),
      },
      {
        id: 'state',
        label: t('invitations.columns.state'),
        sortable: false,
        renderer: ({ state }) => (
          <span className={styles.mark} data-tone={state === 'waiting' ? undefined : 'warning'}>
            {t(`invitations.state.${state}`)}
          </span>
        ),
      },
      {
        id: 'sentAt',
        label: t('invitations.columns.sent'),
        sortable: false,
        renderer: ({ sentAt }) => (
          <time dateTime={new Date(sentAt).toISOString()}>{formats.dateTime(sentAt)}</time>
        ),
      },
      {
        id: 'expiresAt',
        label: t('invitations.columns.expires'),
        sortable: false,
        renderer: ({ expiresAt }) =>
          expiresAt === undefined ? (
            t('invitations.noExpiry')
          ) : (
            <time dateTime={new Date(expiresAt).toISOString()}>{formats.dateTime(expiresAt)}</time>
          ),
      },
      {
        id: 'actions',
        label: t('invitations.columns.actions'),
        sortable: false,
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
    [t, formats],
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
