import { useState } from 'react';

import { useAuth } from '#auth/auth-context.tsx';
import type { FormError } from '#forms/form-alert.tsx';

/**
 * The state of the sign-in for one step of the login screen: the error of this step, and whether a call is in progress
 * or the person is signed in.
 *
 * @param ignoresEarlier whether an error left over from the previous step is ignored
 */
export function useSignInStep(ignoresEarlier: boolean): { error: FormError | null; busy: boolean } {
  const { state } = useAuth();
  const { signedInError, wait, supportCode } = state;
  const [earlier, setEarlier] = useState(ignoresEarlier ? signedInError : null);
  if (earlier && signedInError !== earlier) setEarlier(null);
  return {
    error: signedInError && !earlier ? { words: signedInError, wait, supportCode } : null,
    busy: state.signingIn || state.status === 'AUTHENTICATED',
  };
}
