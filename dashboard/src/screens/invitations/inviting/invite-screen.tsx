import { randomId } from '@app/session/calls/random-id.ts';
import { useState } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { Screen } from '#page/screen.tsx';

import { isDone } from './invitation-batch.ts';
import { Editor } from './editor.tsx';
import { Report } from './report/report.tsx';
import { isBlank, noPerson, problemsOf, withPeople } from './invitation-rows.ts';
import { Sending } from './sending.tsx';
import { useInviteDraft } from './use-invite-draft.ts';

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
    <Screen heading={t('invitations.invite')} lead={t('invitations.inviting.lead')}>
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
