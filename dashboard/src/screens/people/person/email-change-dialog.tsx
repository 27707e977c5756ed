import type { RefusalName } from '@app/contract/calls/refusals.ts';
import { userEndpoints, type User } from '@app/contract/dashboard/users.ts';
import { email } from '@app/contract/fields/fields.ts';
import * as v from 'valibot';

import { useChange } from '#calls/use-change.ts';
import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { Failed } from '#page/page-states.tsx';
import { useSay } from '#page/use-say.ts';

import { FieldDialog } from './field-dialog.tsx';

function wordsOf(refusal: RefusalName): TextKey<'people'> {
  if (refusal === 'mailedTooOften') return 'people.newPassword.mailedTooOften';
  return refusal === 'ssoRequired' ? 'people.emailChange.ssoRequired' : 'people.emailChange.notPossible';
}

/** Asks the owner of another address to confirm it; the old address is told. */
export function EmailChangeDialog({ user }: { user: User }) {
  const { t } = useTexts('people');
  const say = useSay();
  const { change, running, failure } = useChange(userEndpoints.requestEmailChange);

  async function send(typed: string) {
    const checked = v.safeParse(email, typed);
    if (!checked.success) return { problem: t('people.emailChange.invalid') };
    if (checked.output === user.email) return { problem: t('people.emailChange.same') };
    const outcome = await change({ params: { userId: user.id }, body: { email: checked.output } });
    if (!outcome.ok)
      return outcome.failure.kind === 'invalid' ? { problem: t('people.emailChange.taken') } : undefined;
    say.done(t('people.emailChange.asked', { email: checked.output }));
    return 'done';
  }

  return (
    <FieldDialog
      name={`people.email.${user.id}`}
      trigger={{ size: 'small', children: t('people.emailChange.action') }}
      heading={t('people.emailChange.title')}
      description={t('people.emailChange.text', { email: user.email })}
      confirm={t('people.emailChange.confirm')}
      field={{
        label: t('people.emailChange.field'),
        name: 'newEmail',
        type: 'email',
        autoComplete: 'off',
      }}
      initial=""
      failure={
        failure &&
        failure.kind !== 'invalid' && (
          <Failed
            failure={failure}
            words={failure.kind === 'refused' ? t(wordsOf(failure.refusal)) : undefined}
          />
        )
      }
      running={running}
      send={send}
    />
  );
}
