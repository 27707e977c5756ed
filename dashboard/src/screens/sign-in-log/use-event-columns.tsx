import type { SignInEvent } from '@app/contract/dashboard/sign-in-log.ts';
import type { Column } from '@app/ui/table';
import { useMemo } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { LogTitle, PersonCell } from '#lists/cells.tsx';

import { isAlarm } from './reason-advice.ts';
import styles from './sign-in-log.module.css';

/** The columns of the sign-in log, in the language that is shown. */
export function useEventColumns(): readonly Column<SignInEvent>[] {
  const { t } = useTexts('sign-in-log');
  return useMemo(
    (): Column<SignInEvent>[] => [
      {
        id: 'at',
        label: t('frame.fields.time'),
        sortable: false,
        renderer: ({ at, type, name, email }) => (
          <LogTitle
            who={name || email || t('sign-in-log.unknownPerson')}
            what={t(`frame.events.${type}`)}
            time={at}
          />
        ),
      },
      {
        id: 'email',
        label: t('frame.fields.person'),
        sortable: false,
        flexible: true,
        card: 'none',
        renderer: (event) => <PersonOf event={event} />,
      },
      {
        id: 'type',
        label: t('sign-in-log.columns.what'),
        sortable: false,
        card: 'beside',
        renderer: (event) => <OutcomeOf event={event} />,
      },
      {
        id: 'method',
        label: t('sign-in-log.columns.method'),
        sortable: false,
        card: 'none',
        renderer: ({ method, client }) => (
          <span className={styles.way}>
            {method === undefined ? '–' : t(`frame.values.${method}`)}
            <span className={styles.quiet}>{client}</span>
          </span>
        ),
      },
    ],
    [t],
  );
}

/** The person, and that an address has no account. */
function PersonOf({ event: { name = '', email = '', userId } }: { event: SignInEvent }) {
  const { t } = useTexts('sign-in-log');
  const unknown = t('sign-in-log.unknownPerson');
  if (userId !== undefined || email === '') return <PersonCell name={name} email={email || unknown} />;
  return <PersonCell name={email} email={unknown} />;
}

/** What happened, and how it ended: in words, by a mark in a shape and a color, and with the reason. */
function OutcomeOf({ event }: { event: SignInEvent }) {
  const { t } = useTexts('sign-in-log');
  const { type, reason } = event;
  return (
    <span className={styles.event}>
      <span className={styles.type}>{t(`frame.events.${type}`)}</span>
      <span className={styles.outcome} data-outcome={isAlarm(event) ? 'alarm' : event.outcome}>
        {t(isAlarm(event) ? 'sign-in-log.alarm.label' : `frame.outcomes.${event.outcome}`)}
      </span>
      {reason && <span className={styles.reason}>{t(`sign-in-log.reasons.${reason}`)}</span>}
    </span>
  );
}
