import { ownAccountEndpoints } from '@app/contract/dashboard/own-account.ts';
import type { SignInEvent } from '@app/contract/dashboard/sign-in-log.ts';
import { Button } from '@app/ui/button';

import { useReadPages } from '#calls/use-read-pages.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { When } from '#lists/when.tsx';
import content from '#page/content.module.css';
import { Failed, Loading } from '#page/page-states.tsx';
import { Mark, Row, Rows } from '#page/rows.tsx';

import { Section } from './section.tsx';

const query = { pageSize: '10' };

/** What happened to the account: the first page, and more of them by a button. */
export function HistorySection() {
  const { t, formats } = useTexts('me');
  const { items, total, failure, ...pages } = useReadPages(ownAccountEndpoints.listOwnEvents, query);
  return (
    <Section heading={t('me.history.title')} lead={t('me.history.lead')}>
      {pages.loading && <Loading lines={4} />}
      {items.length > 0 && (
        <Rows>
          {items.map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </Rows>
      )}
      {total === 0 && <p className={content.note}>{t('me.history.empty')}</p>}
      {failure && <Failed failure={failure} onTryAgain={pages.readAgain} />}
      {items.length > 0 && total !== undefined && (
        <div className={content.actions}>
          {pages.readMore && (
            <Button variant="secondary" size="small" loading={pages.readingMore} onClick={pages.readMore}>
              {t('me.history.more')}
            </Button>
          )}
          <p role="status" className={content.note}>
            {t('me.history.shown', { shown: formats.number(items.length), total: formats.number(total) })}
          </p>
        </div>
      )}
    </Section>
  );
}

function Event({ event }: { event: SignInEvent }) {
  const { t } = useTexts('me');
  return (
    <Row
      name={
        <>
          {t(`frame.events.${event.type}`)}
          {event.outcome !== 'success' && (
            <Mark tone={event.outcome === 'refused' ? 'bad' : 'neutral'}>
              {t(`frame.outcomes.${event.outcome}`)}
            </Mark>
          )}
        </>
      }
      details={
        <>
          <When time={event.at} />
          <span>{t(`frame.platforms.${event.platform}`)}</span>
          <span>{event.client}</span>
          {event.way && <span>{t(`frame.ways.${event.way}`)}</span>}
        </>
      }
    />
  );
}
