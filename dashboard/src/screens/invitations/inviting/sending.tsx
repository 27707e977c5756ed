import { invitationEndpoints } from '@app/contract/dashboard/invitations.ts';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';

import type { CallFailure } from '#calls/call-failure.ts';
import { failureWords } from '#calls/failure-words.ts';
import { useChange } from '#calls/use-change.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { Banner } from '@app/ui/banner';
import { Button } from '@app/ui/button';
import { CopyButton } from '#page/copy-button.tsx';
import styles from '#screens/invitations/invitations.module.css';

import { type Batch, nextPart, withResults } from './invitation-batch.ts';
import type { HeldDraft } from './use-invite-draft.ts';

const { invite, listInvitations } = invitationEndpoints;
const changes = { changes: [listInvitations] };

/**
 * Sends a batch part by part from where it is: also one that a reload, a lost connection or the end of the session has
 * interrupted.
 */
export function Sending({ batch, held }: { batch: Batch; held: HeldDraft }) {
  const { t, formats } = useTexts('invitations');
  const { change } = useChange(invite, changes);
  const [failure, setFailure] = useState<CallFailure>();
  const left = useRef(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();

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
    heading.current?.focus();
    begin();
    return () => {
      left.current = true;
    };
  }, []);

  const done = batch.results.length;
  const all = batch.rows.length;
  return (
    <section className={styles.sending} aria-labelledby={headingId}>
      <h2 ref={heading} id={headingId} tabIndex={-1}>
        {t(failure ? 'invitations.sending.paused' : 'invitations.sending.running')}
      </h2>
      <progress
        className={styles.progress}
        aria-label={t('invitations.sending.label')}
        max={all}
        value={done}
      />
      <p role="status" className={styles.note}>
        {t('invitations.sending.progress', { done: formats.number(done), all: formats.number(all) })}
      </p>
      {failure && (
        <Banner
          action={
            <Button variant="secondary" size="xSmall" onClick={() => void run()}>
              {t('invitations.sending.continue')}
            </Button>
          }
        >
          {t(failureWords(failure))}{' '}
          {failure.supportCode === undefined ? null : (
            <>
              {t('frame.failures.supportCode', { code: failure.supportCode })}{' '}
              <CopyButton text={failure.supportCode} />
            </>
          )}
        </Banner>
      )}
      <p className={styles.note}>{t('invitations.sending.leave')}</p>
    </section>
  );
}
