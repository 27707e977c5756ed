import { randomId } from '@app/session/calls/client.ts';
import { useState, useEffect, useEffectEvent, useRef } from 'react';
import { invitationEndpoints } from '@app/contract/dashboard/invitations.ts';
import { signInLogEndpoints } from '@app/contract/dashboard/sign-in-log.ts';

import { useTexts } from '#i18n/use-texts.ts';
import { Screen } from '#page/screen.tsx';
import type { CallFailure } from '#calls/dashboard-client.ts';
import { useChange } from '#calls/use-change.ts';
import styles from '#screens/invitations/invitations.module.css';
import { Progress } from '#screens/invitations/progress.tsx';

import { isDone, type Batch, nextPart, withResults } from './invitation-batch.ts';
import { Editor } from './editor.tsx';
import { Report } from './report/report.tsx';
import { isBlank, noPerson, problemsOf, withPeople } from './invitation-rows.ts';
import { useInviteDraft, type HeldDraft } from './use-invite-draft.ts';

/** Invites one person or thousands: a list that is checked as one types, then its sending, then the report. */
export function InviteScreen() {
  const { t } = useTexts('invitations');
  const held = useInviteDraft();
  /** What gets the focus when the form is shown after a report. */
  const [next, setNext] = useState<'entry' | 'rows'>();
  const { draft, changeNow } = held;
  const { batch } = draft;

  function send(): void {
    const { entry, rows } = held.read();
    const all = isBlank(entry) ? rows : withPeople(rows, [entry]);
    const problems = problemsOf(all);
    const ready = all.filter(({ id }) => !problems.has(id));
    if (ready.length === 0) return;
    const left = all.filter(({ id }) => problems.has(id));
    changeNow({ entry: noPerson, rows: left, batch: { id: randomId(), rows: ready, results: [] } });
  }

  return (
    <Screen heading={t('frame.invite')} lead={t('invitations.inviting.lead')}>
      {batch === undefined ? (
        <Editor held={held} focuses={next} onSend={send} />
      ) : isDone(batch) ? (
        <Report
          batch={batch}
          left={draft.rows.length}
          onCorrect={(failed) => {
            setNext('rows');
            changeNow({
              rows: withPeople(
                draft.rows,
                failed.map(({ row }) => row),
              ),
              batch: undefined,
            });
          }}
          onMore={() => {
            setNext('entry');
            changeNow({ batch: undefined });
          }}
        />
      ) : (
        <Sending batch={batch} held={held} />
      )}
    </Screen>
  );
}

const { invite, listInvitations } = invitationEndpoints;
/** The navigation counts invitations, too. */
const changes = { changes: [listInvitations, signInLogEndpoints.readOverview] };

/**
 * Sends a batch part by part from where it is: also one that a reload, a lost connection or the end of the session has
 * interrupted.
 */
function Sending({ batch, held }: { batch: Batch; held: HeldDraft }) {
  const { t } = useTexts('invitations');
  const { change } = useChange(invite, changes);
  const [failure, setFailure] = useState<CallFailure>();
  const left = useRef(false);

  async function run(): Promise<void> {
    setFailure(undefined);
    for (;;) {
      const { batch: now } = held.read();
      const part = now && nextPart(now);
      if (!part || left.current) return;
      const outcome = await change({ body: { invitations: [...part.invitations] } }, part.idempotencyKey);
      // Another visit of this screen may send the same part by now: it gets the same answer.
      if (left.current) return;
      if (!outcome.ok) return setFailure(outcome.failure);
      held.changeNow({ batch: withResults(now, outcome.answer.results) });
    }
  }
  const begin = useEffectEvent(() => void run());
  useEffect(() => {
    left.current = false;
    begin();
    return () => {
      left.current = true;
    };
  }, []);

  return (
    <Progress
      heading={t('invitations.sending.running')}
      done={batch.results.length}
      all={batch.rows.length}
      failure={failure}
      onContinue={() => void run()}
    >
      <p className={styles.note}>{t('invitations.sending.leave')}</p>
    </Progress>
  );
}
