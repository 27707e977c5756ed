import { useRef, useState } from 'react';

/** What a button in the footer of a dialog does. */
export type DialogAction = {
  /** A verb: 'Delete number'. */
  label: string;
  /**
   * The press. Afterwards the dialog closes; after a promise, as soon as it is fulfilled, and until then the dialog is
   * busy. It stays open where the result is `false` or the promise is rejected.
   */
  onAction?: () => unknown;
  /** It destroys something; said by its words too, never by colour only. An `AlertDialog` has `variant`. */
  danger?: boolean;
  /** The id of a form in the dialog that the button submits instead. The app closes the dialog when that has worked. */
  form?: string;
};

type Closing = { close: () => void; unmount: () => void };
type Details = { reason: string; cancel: () => void };

/** Runs the actions of a dialog, and keeps it open while one of them, or the app by `busy`, is at work. */
export function useDialogWork(busy: boolean, onOpenChange?: (open: boolean) => void) {
  const actions = useRef<Closing>(null);
  const [running, setRunning] = useState(false);
  const working = busy || running;

  const run = async ({ onAction }: DialogAction) => {
    const result = onAction?.();
    if (!(result instanceof Promise)) {
      if (result !== false) actions.current?.close();
      return;
    }
    setRunning(true);
    try {
      if ((await result) !== false) actions.current?.close();
    } finally {
      setRunning(false);
    }
  };

  const changeOpen = (open: boolean, { reason, cancel }: Details) => {
    // The dialog's own action closes it before the busy state has been rendered away.
    if (!open && working && reason !== 'imperative-action') cancel();
    else onOpenChange?.(open);
  };

  return { actions, working, run, changeOpen };
}
