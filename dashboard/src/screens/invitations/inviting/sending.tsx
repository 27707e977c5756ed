import { invitationEndpoints } from '@app/contract/dashboard/invitations.ts';
import { signInLogEndpoints } from '@app/contract/dashboard/sign-in-log.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { CallFailure } from '#calls/dashboard-client.ts';
import { useChange } from '#calls/use-change.ts';
import { useTexts } from '#i18n/use-texts.ts';
import styles from '#screens/invitations/invitations.module.css';
import { Progress } from '#screens/invitations/progress.tsx';

import { type Batch, nextPart, withResults } from './invitation-batch.ts';
import type { HeldDraft } from './use-invite-draft.ts';

const { invite, listInvitations } = invitationEndpoints;
/** The navigation counts invitations, too. */
const changes = { changes: [listInvitations, signInLogEndpoints.readOverview] };

/**
 * Sends a batch part by part from where it is: also one that a reload, a lost connection or the end of the session has
 * interrupted.
 */
export function Sending({ batch, held }: { batch: Batch; held: HeldDraft }) {
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
