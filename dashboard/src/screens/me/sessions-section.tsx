import { ownAccountEndpoints, type OwnSession } from '@app/contract/dashboard/own-account.ts';
import { Button } from '@app/ui/button';
import { AlertDialog } from '@app/ui/dialog';
import { useState } from 'react';

import { useChange } from '#calls/use-change.ts';
import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import content from '#page/content.module.css';
import { Failed } from '#page/failed.tsx';
import { Loading } from '#page/loading.tsx';
import { Mark } from '#page/mark.tsx';
import { Row, Rows } from '#page/rows.tsx';
import { useSay } from '#page/use-say.ts';

import { Section } from './section.tsx';
import { When } from './when.tsx';

const { endOtherSessions, endOwnSession, listOwnEvents, listOwnSessions } = ownAccountEndpoints;
const changes = { changes: [listOwnSessions, listOwnEvents] };

/** Where the person is signed in; this session is the first. */
export function SessionsSection() {
  const { t } = useTexts('me');
  const { answer, failure, loading, readAgain } = useRead(listOwnSessions, {});
  const sessions = [
    ...(answer?.items.filter(({ current }) => current) ?? []),
    ...(answer?.items.filter(({ current }) => !current) ?? []),
  ];
  const others = (answer?.total ?? 0) - 1;
  return (
    <Section heading={t('me.sessions.title')} lead={t('me.sessions.lead')}>
      {failure && <Failed failure={failure} onTryAgain={readAgain} />}
      {loading && <Loading lines={2} />}
      {sessions.length > 0 && (
        <Rows>
          {sessions.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </Rows>
      )}
      {others > 0 && <EndOthers others={others} />}
    </Section>
  );
}

function Session({ session }: { session: OwnSession }) {
  const { t } = useTexts('me');
  const say = useSay();
  const { change, running } = useChange(endOwnSession, changes);
  const device = session.device ?? t('me.sessions.unknown');

  async function end(): Promise<void> {
    const outcome = await change({ params: { sessionId: session.id } });
    // One that is gone has ended, too.
    if (outcome.ok || outcome.failure.kind === 'notFound') say.done(t('me.sessions.ended'));
    else say.failed(outcome.failure);
  }

  return (
    <Row
      name={
        <>
          {device}
          {session.current && <Mark tone="good">{t('me.sessions.current')}</Mark>}
        </>
      }
      details={
        <>
          <span>{t(`me.platforms.${session.platform}`)}</span>
          <span>{session.client}</span>
          <When words="me.sessions.lastUsed" time={session.lastUsedAt} relative />
          <When words="me.sessions.signedIn" time={session.signedInAt} />
          <When words="me.sessions.ends" time={session.expiresAt} date />
        </>
      }
      action={
        !session.current && (
          <Button
            variant="secondary"
            size="xSmall"
            loading={running}
            aria-label={t('me.sessions.endOne', { device })}
            onClick={() => void end()}
          >
            {t('me.sessions.end')}
          </Button>
        )
      }
    />
  );
}

function EndOthers({ others }: { others: number }) {
  const { t } = useTexts('me');
  const say = useSay();
  const { change } = useChange(endOtherSessions, changes);
  const [open, setOpen] = useState(false);

  async function end(): Promise<void> {
    const outcome = await change({});
    if (outcome.ok) say.done(t('me.sessions.othersEnded'));
    else say.failed(outcome.failure);
  }

  return (
    <div className={content.actions}>
      <AlertDialog
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button variant="secondary" size="small">
            {t('me.sessions.endOthers')}
          </Button>
        }
        heading={t('me.sessions.confirm', { count: others })}
        description={t('me.sessions.confirmText')}
        primaryAction={{ label: t('me.sessions.confirmYes'), onAction: end }}
        secondaryAction={{ label: t('frame.cancel') }}
      />
    </div>
  );
}
