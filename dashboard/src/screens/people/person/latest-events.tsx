import { signInLogEndpoints, type SignInEvent } from '@app/contract/dashboard/sign-in-log.ts';
import type { User } from '@app/contract/dashboard/users.ts';
import { ButtonLink } from '@app/ui/button';

import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { ShortTime } from '#lists/cells.tsx';
import content from '#page/content.module.css';
import { Failed, Loading } from '#page/page-states.tsx';
import { Mark, Row, Rows } from '#page/rows.tsx';
import styles from '#screens/people/people.module.css';

/** The last lines of the login log about a person, and the ways to all of them and to what admins changed. */
export function LatestEvents({ user: { id, email } }: { user: User }) {
  const { t } = useTexts('people');
  const read = useRead(signInLogEndpoints.listEvents, { query: { userId: id, pageSize: '5' } });
  return (
    <section className={styles.section} aria-labelledby="latest-events">
      <h2 id="latest-events">{t('people.person.events')}</h2>
      {read.failure && <Failed failure={read.failure} onTryAgain={read.readAgain} />}
      {read.loading && <Loading lines={3} />}
      {read.answer?.total === 0 && <p className={content.note}>{t('people.person.noEvents')}</p>}
      {read.answer && read.answer.total > 0 && (
        <Rows>
          {read.answer.items.map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </Rows>
      )}
      <div className={styles.actions}>
        <ButtonLink href={`/dashboard/sign-in-log?userId=${id}`} variant="secondary" size="small">
          {t('people.person.signIns')}
        </ButtonLink>
        <ButtonLink
          href={`/dashboard/audit-log?search=${encodeURIComponent(email)}`}
          variant="secondary"
          size="small"
        >
          {t('people.person.changes')}
        </ButtonLink>
      </div>
    </section>
  );
}

/** In the words of the login log. A key that was used twice is an alarm, whatever came of it. */
function Event({ event: { at, type, outcome, reason, way, client } }: { event: SignInEvent }) {
  const { t } = useTexts('sign-in-log');
  const words = t(`frame.events.${type}`);
  return (
    <Row
      name={
        <>
          {type === 'refreshReuse' ? <Mark tone="bad">{words}</Mark> : words}
          {outcome !== 'success' && (
            <Mark tone={outcome === 'refused' ? 'bad' : 'neutral'}>{t(`frame.outcomes.${outcome}`)}</Mark>
          )}
        </>
      }
      details={
        <>
          <ShortTime time={at} />
          {reason && <span>{t(`sign-in-log.reasons.${reason}`)}</span>}
          {way && <span>{t(`frame.ways.${way}`)}</span>}
          <span>{client}</span>
        </>
      }
    />
  );
}
