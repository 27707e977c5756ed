/**
 * After an invitation or a reset (requirements §4 "After an invitation, a reset or a sign-up confirmation"): the app
 * signs in with the password just set, by the ordinary call.
 */
import { navigate } from 'wouter/use-browser-location';

import type { AuthDeps } from '#auth/auth-deps.ts';
import type { AuthEvent } from '#auth/auth-state.ts';
import { signInWithPassword } from '#auth/password/sign-in.ts';

/**
 * Signs in and opens the code step or the page of a signed-in person. On a failure it opens the login screen with the
 * email and returns false. The password is set nevertheless, so the words of the failure would mislead: they are shown
 * only if they name another sign-in method.
 */
export async function signInAfterLink(
  deps: AuthDeps,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  const dispatch = (event: AuthEvent): void =>
    deps.dispatch(event.type === 'signInError' ? { type: 'signOut' } : event);
  const step = await signInWithPassword({ ...deps, dispatch }, { email, password });
  // Replaces this screen, whose link is consumed, in the history. A signed-in person needs no email there.
  const form = step.to === 'done' ? null : { step: 'password', email };
  navigate('/login', { replace: true, state: form });
  // The code form comes after the password form in the history, as after any sign-in.
  if (step.to === 'code') navigate('/login', { state: { step: 'code' } });
  return step.to !== 'failed';
}
