import type { AnswerOf } from '@app/contract/calls/endpoint.ts';
import { userSessionEndpoints } from '@app/contract/dashboard/user-sessions.ts';
import type { User } from '@app/contract/dashboard/users.ts';
import { Dialog } from '@app/ui/dialog';
import { useState } from 'react';

import { useChange } from '#calls/use-change.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { CopyButton } from '#page/copy-button.tsx';
import styles from '#screens/people/people.module.css';

import { HelpDialog } from './help-dialog.tsx';

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
