import { lazy, Suspense, useEffect, useState } from 'react';

import { useCalls } from '#calls/calls-context.tsx';

const ConfirmSignInDialog = lazy(async () => {
  const { ConfirmSignInDialog: dialog } = await import('./confirm-sign-in-dialog.tsx');
  return { default: dialog };
});

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
  if (!asked) return null;
  return (
    <Suspense>
      <ConfirmSignInDialog onAnswer={asked.answer} />
    </Suspense>
  );
}
