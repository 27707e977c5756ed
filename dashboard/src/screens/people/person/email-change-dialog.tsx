import type { RefusalName } from '@app/contract/calls/refusals.ts';
import { userEndpoints, type User } from '@app/contract/dashboard/users.ts';
import { email } from '@app/contract/fields/fields.ts';
import { Button } from '@app/ui/button';
import { Dialog } from '@app/ui/dialog';
import { TextField } from '@app/ui/text-field';
import { useRef, useState, type FormEvent } from 'react';
import * as v from 'valibot';

import { useChange } from '#calls/use-change.ts';
import { useDraft } from '#forms/use-draft.ts';
import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { Failed } from '#page/failed.tsx';
import { useReopened } from '#page/use-reopened.ts';
import { useSay } from '#page/use-say.ts';
import styles from '#screens/people/people.module.css';

const isText = (stored: unknown): stored is string => typeof stored === 'string';

function wordsOf(refusal: RefusalName): TextKey<'people'> {
  if (refusal === 'mailedTooOften') return 'people.newPassword.mailedTooOften';
  return refusal === 'ssoRequired' ? 'people.emailChange.ssoRequired' : 'people.emailChange.notPossible';
}

/** Asks the owner of another address to confirm it; the old address is told. */
export function EmailChangeDialog({ user }: { user: User }) {
  const { t } = useTexts('people');
  const say = useSay();
  const { change, running, failure } = useChange(userEndpoints.requestEmailChange);
  const typed = useDraft(`people.email.${user.id}`, '', isText);
  const [open, setOpen] = useReopened(`people.email.${user.id}.open`);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const form = `email-of-${user.id}`;

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (running) return;
    const checked = v.safeParse(email, typed.value);
    const isSame = checked.success && checked.output === user.email;
    if (!checked.success || isSame) {
      setProblem(t(isSame ? 'people.emailChange.same' : 'people.emailChange.invalid'));
      field.current?.focus();
      return;
    }
    const outcome = await change({ params: { userId: user.id }, body: { email: checked.output } });
    if (outcome.ok) {
      typed.clear();
      setOpen(false);
      say.done(t('people.emailChange.asked', { email: checked.output }));
    } else if (outcome.failure.kind === 'invalid') {
      setProblem(t('people.emailChange.taken'));
      field.current?.focus();
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="secondary" size="small">
          {t('people.emailChange.action')}
        </Button>
      }
      heading={t('people.emailChange.title')}
      description={t('people.emailChange.text', { email: user.email })}
      closeLabel={t('frame.close')}
      closeOnOutsidePress={false}
      busy={running}
      primaryAction={{ label: t('people.emailChange.confirm'), form }}
      secondaryAction={{ label: t('frame.cancel') }}
    >
      <form id={form} className={styles.dialog} noValidate onSubmit={(event) => void send(event)}>
        {failure && failure.kind !== 'invalid' && (
          <Failed
            failure={failure}
            words={failure.kind === 'refused' ? t(wordsOf(failure.refusal)) : undefined}
          />
        )}
        <TextField
          ref={field}
          label={t('people.emailChange.field')}
          name="newEmail"
          type="email"
          autoComplete="off"
          defaultValue={typed.value}
          error={problem}
          onInput={({ currentTarget: { value } }) => {
            typed.set(value);
            setProblem(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
