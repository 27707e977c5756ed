import { AlertDialog, type AlertDialogProps } from '@app/ui/dialog';

import type { CallFailure, CallOutcome } from '#calls/dashboard-client.ts';
import { useTexts } from '#i18n/use-texts.ts';

import { useReopened } from './use-reopened.ts';
import { useSay } from './use-say.ts';

export interface ChangeQuestionProps extends Pick<
  AlertDialogProps,
  'trigger' | 'variant' | 'heading' | 'description' | 'children'
> {
  /** Unique among the questions: it is asked again after the person has confirmed the sign-in elsewhere. */
  name: string;
  /** The button that does it, with the verb of the question. */
  action: string;
  /** Makes the change. */
  change: () => Promise<CallOutcome<unknown>>;
  /** The toast after it. Something that is gone already counts as removed. */
  done: string;
  /** The toast after a failure; undefined for the words that every screen has. */
  failed?: ((failure: CallFailure) => string | undefined) | undefined;
}

/** Asks before a change, makes it, and says in a toast what came of it. */
export function ChangeQuestion({ name, action, change, done, failed, ...question }: ChangeQuestionProps) {
  const { t } = useTexts();
  const say = useSay();
  const [open, setOpen] = useReopened(`question.${name}`);

  async function answer(): Promise<void> {
    const outcome = await change();
    if (outcome.ok || outcome.failure.kind === 'notFound') say.done(done);
    else say.failed(outcome.failure, failed?.(outcome.failure));
  }

  return (
    <AlertDialog
      {...question}
      open={open}
      onOpenChange={setOpen}
      primaryAction={{ label: action, onAction: answer }}
      secondaryAction={{ label: t('frame.cancel') }}
    />
  );
}
