import { AlertDialog } from '@app/ui/dialog';
import { useState } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { useSession, useSessionState } from '#session/use-session.ts';

/**
 * Shown when the service has ended the session. The screen stays behind it with what was typed; drafts are stored, so
 * they are here again after the login.
 */
export function SessionEnded() {
  const { t } = useTexts();
  const session = useSession();
  const state = useSessionState();
  const [stayedIn, setStayedIn] = useState<typeof state>();
  return (
    <AlertDialog
      open={state.kind === 'ended' && stayedIn !== state}
      onOpenChange={(open) => {
        if (!open) setStayedIn(state);
      }}
      heading={t('frame.ended.title')}
      description={t('frame.ended.text')}
      variant="primary"
      primaryAction={{ label: t('frame.ended.logIn'), onAction: session.logInAgain }}
      secondaryAction={{ label: t('frame.ended.stay') }}
    />
  );
}
