import type { User } from '@app/contract/dashboard/users.ts';
import { Button } from '@app/ui/button';
import { AlertDialog, Dialog } from '@app/ui/dialog';
import type { AnswerOf } from '@app/contract/calls/endpoint.ts';
import { userSessionEndpoints } from '@app/contract/dashboard/user-sessions.ts';
import { useState } from 'react';

import type { CallOutcome } from '#calls/dashboard-client.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useSay } from '#page/use-say.ts';
import { useChange } from '#calls/use-change.ts';
import { CopyButton } from '#page/copy-button.tsx';
import styles from '#screens/people/people.module.css';

/** The button of what helps a person who lost a password or a factor, with the question before it. */
export function HelpDialog<Answer>({
  kind,
  user,
  change,
  onDone,
}: {
  kind: 'newPassword' | 'factors' | 'pass';
  user: User;
  /** Makes the call. */
  change: (input: { params: { userId: string } }) => Promise<CallOutcome<Answer>>;
  onDone: (answer: Answer) => void;
}) {
  const { t } = useTexts('people');
  const say = useSay();

  async function help(): Promise<void> {
    const outcome = await change({ params: { userId: user.id } });
    if (outcome.ok) return onDone(outcome.answer);
    const { failure } = outcome;
    if (failure.kind !== 'refused') return say.failed(failure);
    const isTooOften = failure.refusal === 'mailedTooOften';
    say.failed(failure, t(isTooOften ? 'people.newPassword.mailedTooOften' : `people.${kind}.notPossible`));
  }

  return (
    <AlertDialog
      trigger={
        <Button variant="secondary" size="small">
          {t(`people.${kind}.action`)}
        </Button>
      }
      variant={kind === 'factors' ? 'danger' : 'primary'}
      heading={t(`people.${kind}.title`, { name: user.name || user.email })}
      description={t(`people.${kind}.text`, { email: user.email })}
      primaryAction={{
        label: t(kind === 'newPassword' ? 'people.newPassword.action' : `people.${kind}.confirm`),
        onAction: help,
      }}
      secondaryAction={{ label: t('frame.cancel') }}
    />
  );
}

const { giveTemporaryPass } = userSessionEndpoints;

/** Gives a temporary pass, and shows it: nothing shows it again. It stays while its dialog closes. */
export function TemporaryPassDialog({ user }: { user: User }) {
  const { t, formats } = useTexts('people');
  const { change } = useChange(giveTemporaryPass);
  const [given, setGiven] = useState<AnswerOf<typeof giveTemporaryPass>>();
  const [open, setOpen] = useState(false);
  return (
    <>
      <HelpDialog
        kind="pass"
        user={user}
        change={change}
        onDone={(answer) => {
          setGiven(answer);
          setOpen(true);
        }}
      />
      <Dialog
        open={open}
        onOpenChange={setOpen}
        heading={t('people.pass.given', { name: user.name || user.email })}
        description={given && t('people.pass.givenText', { time: formats.dateTime(given.until) })}
        closeLabel={t('frame.close')}
        // Pressed outside by mistake, it would be gone.
        closeOnOutsidePress={false}
        primaryAction={{ label: t('people.pass.done') }}
      >
        <div className={styles.dialog}>
          <p className={styles.actions}>
            <code>{given?.pass}</code>
            <CopyButton text={given?.pass ?? ''} />
          </p>
          <p>{t('people.pass.how')}</p>
        </div>
      </Dialog>
    </>
  );
}
