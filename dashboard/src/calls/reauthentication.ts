/**
 * Where a call asks the person to confirm the sign-in, because it is too old for what was asked
 * (`reauthenticationRequired`). One handler shows a dialog; several calls that ask at the same time share one.
 */

/** Asks the person. Resolves to whether the sign-in was confirmed. */
export type ConfirmSignIn = () => Promise<boolean>;

export interface Reauthentication {
  /** Registers what asks the person. Returns how to remove it. */
  handle(handler: ConfirmSignIn): () => void;
  /** Asks the person; false without a handler, or when the person has left the dialog. */
  confirm: ConfirmSignIn;
}

export function createReauthentication(): Reauthentication {
  let handler: ConfirmSignIn | undefined;
  let asking: Promise<boolean> | undefined;
  return {
    handle(next) {
      handler = next;
      return () => {
        if (handler === next) handler = undefined;
      };
    },
    async confirm() {
      asking ??= handler?.().finally(() => (asking = undefined));
      return (await asking) ?? false;
    },
  };
}
