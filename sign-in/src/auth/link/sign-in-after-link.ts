/**
 * After an invitation or a reset (requirements §4 "After an invitation, a reset or a sign-up confirmation"): the app
 * signs in with the password just set, by the ordinary call.
 */
import { navigate } from 'wouter/use-browser-location';

import type { AuthDeps } from '#auth/auth-deps.ts';
import type { AuthEvent } from '#auth/auth-state.ts';
import { signInWithPassword } from '#auth/password/sign-in.ts';

/**
 * Signs in and opens what follows: the code step, or where a signed-in person belongs. When that fails, the login
 * screen opens with the email, and false comes back: the password is set all the same, so a refusal's words would
 * be misleading there and are left out, but for those that name another way to sign in.
 */
export async function signInAfterLink(
  deps: AuthDeps,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  const dispatch = (event: AuthEvent): void =>
    deps.dispatch(event.type === 'signInError' ? { type: 'signOut' } : event);
  const step = await signInWithPassword({ ...deps, dispatch }, { email, password });
  // In place of this screen: its link is used, so there is no way back to it. A signed-in person needs no email there.
  const form = step.to === 'done' ? null : { step: 'password', email };
  navigate('/login', { replace: true, state: form });
  // The code form lies above the password form in the history, as it does after any sign-in.
  if (step.to === 'code') navigate('/login', { state: { step: 'code' } });
  return step.to !== 'failed';
}
