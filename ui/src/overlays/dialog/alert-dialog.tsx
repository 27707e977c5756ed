import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { useRef, type ComponentProps, type ReactNode } from 'react';
import { isUnavailable, type TriggerElement } from '#overlays/popup/trigger.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { useDialogWork, type DialogAction } from './use-dialog-work.ts';

export type AlertDialogProps = Omit<ComponentProps<'div'>, 'style' | 'role'> & {
  /** The button that opens it and gets the focus back. Without one the app opens it by `open`. */
  trigger?: TriggerElement;
  /** Whether it is open, where the app decides it; with `onOpenChange`. */
  open?: boolean;
  /** Open at first, where the dialog decides it itself. */
  defaultOpen?: boolean;
  /** It opens or closes, by the trigger, an action or Escape. */
  onOpenChange?: (open: boolean) => void;
  /** The question: 'Delete Sales Berlin?'. */
  heading: ReactNode;
  /** What happens then, and whether it can be undone. Screen readers read it with the question. */
  description: ReactNode;
  /** More, such as what is affected. */
  children?: ReactNode;
  /** What it asks for, with the verb of the question: 'Delete team'. */
  primaryAction: DialogAction;
  /** The safe answer, such as 'Keep team' or 'Cancel'. It has the focus at first, so Enter does no harm. */
  secondaryAction: DialogAction;
  /** `danger` for what destroys something. */
  variant?: 'danger' | 'primary';
  /** The app is at work: the primary button shows it, and nothing closes the dialog. */
  busy?: boolean;
};

/**
 * A question before something that cannot be undone. It interrupts (`role="alertdialog"`), a press outside does not
 * close it, Escape is the safe answer. `ref`, `className` and all other attributes go to the popup.
 */
export function AlertDialog({
  trigger,
  open,
  defaultOpen = false,
  onOpenChange,
  primaryAction,
  secondaryAction,
  variant = 'danger',
  busy = false,
  ...rest
}: AlertDialogProps) {
  const { actions, working, run, changeOpen } = useDialogWork(busy, onOpenChange);
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root open={open} defaultOpen={defaultOpen} onOpenChange={changeOpen} actionsRef={actions}>
      {trigger ? <Base.Trigger render={trigger} disabled={isUnavailable(trigger)} /> : null}
      <DialogFrame
        {...rest}
        size="small"
        buttons={[
          { action: secondaryAction, variant: 'secondary', ref: safe },
          { action: primaryAction, variant },
        ]}
        working={working}
        run={run}
        initialFocus={safe}
      />
    </Base.Root>
  );
}
