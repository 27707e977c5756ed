import { useState } from 'react';

import { useAuth } from '#auth/auth-context.tsx';
import type { TextKey } from '#i18n/text-key.ts';

/**
 * The error of this step of the login screen.
 *
 * @param foreign whether an error that stands there already when the step is opened belongs to another one
 */
export function useStepError(foreign: boolean): TextKey | null {
  const { state } = useAuth();
  const [before, setBefore] = useState(foreign ? state.signedInError : null);
  if (before && state.signedInError !== before) setBefore(null);
  return before ? null : state.signedInError;
}
