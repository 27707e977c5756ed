import type { SignInEvent } from '@app/contract/dashboard/sign-in-log.ts';
import { Dialog } from '@app/ui/dialog';
import type { ReactNode } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { CopyButton } from '#page/copy-button.tsx';

import { adviceOf, isAlarm, screenFor } from './reason-advice.ts';
import styles from './sign-in-log.module.css';

/** One event: why it was refused and what to do about it, in words, and all that is known of it. */
export function EventDetail({
  event,
  onClose,
  onOnlyPerson,
}: {
  event: SignInEvent;
  onClose: () => void;
  onOnlyPerson: (userId: string) => void;
}) {
  const { t, formats } = useTexts('sign-in-log');
  const { reason, userId } = event;
  const aim = screenFor(event);
  const facts: [label: string, value: ReactNode][] = [
    [t('frame.fields.time'), formats.dateTime(event.at)],
    [t('frame.fields.person'), <bdi key="name">{event.name || t('sign-in-log.unknownPerson')}</bdi>],
    [t('frame.fields.email'), <bdi key="email">{event.email ?? '–'}</bdi>],
    [
      t('sign-in-log.columns.method'),
      event.method || event.way
        ? [event.method && t(`frame.values.${event.method}`), event.way && t(`frame.ways.${event.way}`)]
            .filter(Boolean)
            .join(', ')
        : '–',
    ],
    [t('sign-in-log.detail.platform'), t(`frame.platforms.${event.platform}`)],
    [t('sign-in-log.columns.client'), event.client],
  ];
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      heading={t(`frame.events.${event.type}`)}
      description={t(isAlarm(event) ? 'sign-in-log.alarm.label' : `frame.outcomes.${event.outcome}`)}
      closeLabel={t('frame.close')}
      {...(userId !== undefined && {
        secondaryAction: {
          label: t('sign-in-log.detail.onlyPerson'),
          onAction: () => onOnlyPerson(userId),
        },
      })}
    >
      {(reason ?? isAlarm(event)) && (
        <div className={styles.why}>
          <h3>{t('sign-in-log.detail.why')}</h3>
          <p>{t(reason ? `sign-in-log.reasons.${reason}` : 'sign-in-log.alarm.why')}</p>
          <h3>{t('sign-in-log.detail.what')}</h3>
          <p>{t(reason ? `sign-in-log.advice.${adviceOf[reason]}` : 'sign-in-log.alarm.what')}</p>
          {aim && (
            <a href={aim.href}>
              {t('frame.keys.goTo', {
                area:
                  aim.area === 'person'
                    ? event.name || event.email || t('frame.areas.people')
                    : t(`frame.areas.${aim.area}`),
              })}
            </a>
          )}
        </div>
      )}
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {event.detail !== undefined && (
          <div>
            <dt>{t('sign-in-log.detail.technical')}</dt>
            <dd lang="en">{event.detail}</dd>
          </div>
        )}
        {event.supportCode !== undefined && (
          <div>
            <dt>{t('sign-in-log.code.label')}</dt>
            <dd className={styles.codeValue}>
              <code>{event.supportCode}</code>
              <CopyButton text={event.supportCode} />
            </dd>
          </div>
        )}
      </dl>
    </Dialog>
  );
}
