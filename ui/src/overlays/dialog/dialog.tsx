import { Dialog as Base } from '@base-ui/react/dialog';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { isUnavailable, type TriggerElement } from '#overlays/popup/trigger.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { useDialogWork, type DialogAction } from './use-dialog-work.ts';

export { AlertDialog, type AlertDialogProps } from './alert-dialog.tsx';
export type { DialogAction } from './use-dialog-work.ts';

export type DialogProps = Omit<ComponentProps<'div'>, 'style' | 'role'> & {
  /** The button that opens it and gets the focus back. Without one the app opens it by `open`. */
  trigger?: TriggerElement;
  /** Whether it is open, where the app decides it; with `onOpenChange`. */
  open?: boolean;
  /** Open at first, where the dialog decides it itself. */
  defaultOpen?: boolean;
  /** It opens or closes, by the trigger, an action, the close button, Escape or a press outside. */
  onOpenChange?: (open: boolean) => void;
  /** What it is about; its name. */
  heading: ReactNode;
  /** One sentence under the heading, read with it. */
  description?: ReactNode;
  /** The body: a form, a list. It scrolls where the window is too low; header and footer stay. */
  children?: ReactNode;
  /** At most 400, 520 or 720 px wide. A phone shows a sheet at the bottom, as wide as the window. */
  size?: 'small' | 'regular' | 'large';
  /** `top`: it grows downwards while what it shows changes, so that nothing moves under the pointer. */
  placement?: 'center' | 'top';
  /** The name of the close button, such as 'Close'. */
  closeLabel: string;
  /** What the dialog is for. */
  primaryAction?: DialogAction;
  /** What leaves it, such as 'Cancel'. */
  secondaryAction?: DialogAction;
  /** The app is at work: the primary button shows it, and nothing closes the dialog. */
  busy?: boolean;
  /** Gets the focus; otherwise the first field of the body, or the dialog where it has no field. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Whether a press outside closes it. Set it to false where that would lose what a person has typed. */
  closeOnOutsidePress?: boolean;
};

/**
 * A task that must be finished or cancelled before the person continues on the page. The focus stays inside and returns
 * to what opened it; the page behind neither scrolls nor moves. `ref`, `className` and all other attributes go to the
 * popup.
 */
export function Dialog({
  trigger,
  open,
  defaultOpen = false,
  onOpenChange,
  description,
  size = 'regular',
  placement = 'center',
  primaryAction,
  secondaryAction,
  busy = false,
  initialFocus,
  closeOnOutsidePress = true,
  children,
  ...rest
}: DialogProps) {
  const { actions, working, run, changeOpen } = useDialogWork(busy, onOpenChange);
  return (
    <Base.Root
      open={open}
      defaultOpen={defaultOpen}
      onOpenChange={changeOpen}
      disablePointerDismissal={!closeOnOutsidePress}
      actionsRef={actions}
    >
      {trigger ? <Base.Trigger render={trigger} disabled={isUnavailable(trigger)} /> : null}
      <DialogFrame
        {...rest}
        size={size}
        placement={placement}
        description={description}
        buttons={[
          ...(secondaryAction ? [{ action: secondaryAction, variant: 'secondary' as const }] : []),
          ...(primaryAction
            ? [
                {
                  action: primaryAction,
                  variant: primaryAction.danger ? ('danger' as const) : ('primary' as const),
                },
              ]
            : []),
        ]}
        working={working}
        run={run}
        initialFocus={initialFocus}
      >
        {children}
      </DialogFrame>
    </Base.Root>
  );
}
