import { AlertDialog } from '@app/ui/dialog';

import { useTexts } from '#i18n/use-texts.ts';

/**
 * Asks before a weaker policy, with its effect.
 *
 * @param concerned how many people it concerns
 */
export function WeakerQuestion({
  choice,
  concerned,
  open,
  onOpenChange,
  onConfirm,
}: {
  choice: 'unrecognised' | 'off';
  concerned: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => Promise<void>;
}) {
  const { t } = useTexts('second-step');
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      heading={t(`second-step.weaker.${choice}.title`)}
      description={t(`second-step.weaker.${choice}.effect`, { count: concerned })}
      primaryAction={{ label: t(`second-step.weaker.${choice}.action`), onAction: onConfirm }}
      secondaryAction={{ label: t('frame.cancel') }}
    />
  );
}
