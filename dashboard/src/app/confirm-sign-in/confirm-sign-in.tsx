import { useEffect, useState } from 'react';

import { useCalls } from '#calls/calls-context.tsx';
import { later } from '#page/later.tsx';

const ConfirmSignInDialog = later(
  async () => (await import('./confirm-sign-in-dialog.tsx')).ConfirmSignInDialog,
);

/** The question that is open. */
interface Asked {
  readonly answer: (confirmed: boolean) => void;
}

/** Asks the person to confirm the sign-in when a call finds it too old (`calls/reauthentication.ts`). */
export function ConfirmSignIn() {
  const { reauthentication } = useCalls();
  const [asked, setAsked] = useState<Asked>();
  useEffect(
    () =>
      reauthentication.handle(
        () =>
          new Promise((resolve) => {
            setAsked({
              answer(confirmed) {
                setAsked(undefined);
                resolve(confirmed);
              },
            });
          }),
      ),
    [reauthentication],
  );
  return asked ? <ConfirmSignInDialog onAnswer={asked.answer} /> : null;
}
