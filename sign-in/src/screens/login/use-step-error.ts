import { useState } from 'react';

import { useAuth } from '#auth/auth-context.tsx';
import type { TextKey } from '#i18n/text-key.ts';

/**
 * The error of this step. One that stood there when the step was opened, while a code is awaited, belongs to the other.
 *
 * @param own whether the step was posted without script, so that the error that it opens with is its own
 */
export function useStepError(own = false): TextKey | null {
  const { state } = useAuth();
  const [before, setBefore] = useState(state.mfaInitiated && !own ? state.signedInError : null);
  if (before && state.signedInError !== before) setBefore(null);
  return before ? null : state.signedInError;
}
