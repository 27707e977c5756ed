import type { User } from '@app/contract/dashboard/users.ts';
import { Button } from '@app/ui/button';
import { AlertDialog } from '@app/ui/dialog';

import type { CallOutcome } from '#calls/dashboard-client.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useSay } from '#page/use-say.ts';

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
