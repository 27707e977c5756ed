import type { SignInEvent } from '@app/contract/dashboard/sign-in-log.ts';
import type { Column } from '@app/ui/table';
import { useMemo } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { CutText } from '#lists/cut-text.tsx';

import styles from './sign-in-log.module.css';

/** The columns of the sign-in log, in the language that is shown. */
export function useEventColumns(): readonly Column<SignInEvent>[] {
  const { t, formats } = useTexts('sign-in-log');
  return useMemo(
    (): Column<SignInEvent>[] => [
      {
        id: 'at',
        label: t('sign-in-log.columns.at'),
        sortable: false,
        renderer: ({ at }) => <time dateTime={new Date(at).toISOString()}>{formats.dateTime(at)}</time>,
      },
      {
        id: 'email',
        label: t('sign-in-log.columns.person'),
        sortable: false,
        renderer: (event) => <PersonOf event={event} />,
      },
      {
        id: 'type',
        label: t('sign-in-log.columns.what'),
        sortable: false,
        renderer: ({ type }) => t(`sign-in-log.types.${type}`),
      },
      {
        id: 'outcome',
        label: t('sign-in-log.columns.outcome'),
        sortable: false,
        renderer: (event) => <OutcomeOf event={event} />,
      },
      {
        id: 'method',
        label: t('sign-in-log.columns.method'),
        sortable: false,
        renderer: ({ method }) => (method === undefined ? '–' : t(`sign-in-log.methods.${method}`)),
      },
      {
        id: 'client',
        label: t('sign-in-log.columns.client'),
        sortable: false,
        renderer: ({ client }) => <span className={styles.quiet}>{client}</span>,
      },
    ],
    [t, formats],
  );
}

/** A name is cut with the whole of it in the tooltip; it is shown in its own direction. */
function PersonOf({ event: { name, email, userId } }: { event: SignInEvent }) {
  const { t } = useTexts('sign-in-log');
  const shown = name || email || t('sign-in-log.unknownPerson');
  return (
    <span className={styles.person}>
      <CutText text={shown} />
      {name && email ? (
        <span data-quiet>
          <CutText text={email} />
        </span>
      ) : null}
      {userId === undefined && email ? (
        <span className={styles.cut} data-quiet>
          {t('sign-in-log.unknownPerson')}
        </span>
      ) : null}
    </span>
  );
}

/** The result in words, its mark in a shape and a color, and the reason. */
function OutcomeOf({ event: { outcome, reason } }: { event: SignInEvent }) {
  const { t } = useTexts('sign-in-log');
  return (
    <span className={styles.person}>
      <span className={styles.outcome} data-outcome={outcome}>
        {t(`sign-in-log.outcomes.${outcome}`)}
      </span>
      {reason && (
        <span className={styles.reason} data-quiet>
          {t(`sign-in-log.reasons.${reason}`)}
        </span>
      )}
    </span>
  );
}
