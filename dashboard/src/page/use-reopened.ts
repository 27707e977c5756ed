import { useEffect, useState } from 'react';

import { readDraft, writeDraft } from '#session/drafts.ts';
import { usePerson } from '#session/use-session.ts';

/**
 * Whether a dialog is open. It is open again when the person comes back from another page that was opened out of it: the
 * provider that asks again who they are, or the login page.
 *
 * @param name unique among the dialogs
 */
export function useReopened(name: string): readonly [open: boolean, setOpen: (open: boolean) => void] {
  const { userId } = usePerson();
  const [open, setOpen] = useState(() => readDraft(userId, name) === true);
  useEffect(() => {
    writeDraft(userId, name, undefined);
    if (!open) return undefined;
    const keep = (): void => writeDraft(userId, name, true);
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, [open, userId, name]);
  return [open, setOpen];
}
