import { ownAccountEndpoints, type OwnSession } from '@app/contract/dashboard/own-account.ts';
import { Button } from '@app/ui/button';
import { AlertDialog } from '@app/ui/dialog';
import { useState } from 'react';

import { useChange } from '#calls/use-change.ts';
import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { SessionRow } from '#lists/session-rows.tsx';
import content from '#page/content.module.css';
import { Failed, Loading } from '#page/page-states.tsx';
import { Rows } from '#page/rows.tsx';
import { useSay } from '#page/use-say.ts';

import { Section } from './section.tsx';

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
            <OwnSessionRow key={session.id} session={session} />
          ))}
        </Rows>
      )}
      {others > 0 && <EndOthers others={others} />}
    </Section>
  );
}

function OwnSessionRow({ session }: { session: OwnSession }) {
  const { change, running } = useChange(endOwnSession, changes);
  const end = () => change({ params: { sessionId: session.id } });
  return (
    <SessionRow
      session={session}
      current={session.current}
      running={running}
      onRemove={session.current ? undefined : end}
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
