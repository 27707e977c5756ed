/** The screens by their names. Login and the loading screen are in the first load; the others come when they are needed. */
import type { i18n } from 'i18next';
import type { ComponentType } from 'react';

import { later, type Later } from '#later.ts';
import { LoadingScreen } from '#screens/loading/loading-screen.tsx';
import { codeForm, LoginScreen } from '#screens/login/login-screen.tsx';

import type { ScreenName } from './routes.ts';

const first: Partial<Record<ScreenName, ComponentType>> = { loading: LoadingScreen, login: LoginScreen };

const others: Record<Exclude<ScreenName, 'loading' | 'login'>, Later<object>> = {
  success: later('success', () =>
    import('#screens/login-success/login-success-screen.tsx').then((m) => m.LoginSuccessScreen),
  ),
  'forgot-password': later('forgot-password', () =>
    import('#screens/forgot-password/forgot-password-screen.tsx').then((m) => m.ForgotPasswordScreen),
  ),
  'new-password': later('new-password', () =>
    import('#screens/new-password/new-password-screen.tsx').then((m) => m.NewPasswordScreen),
  ),
  invitation: later('invitation', () =>
    import('#screens/invitation/invitation-screen.tsx').then((m) => m.InvitationScreen),
  ),
  'sign-up': later('sign-up', () =>
    import('#screens/sign-up/sign-up-screen.tsx').then((m) => m.SignUpScreen),
  ),
  'confirm-sign-up': later('confirm-sign-up', () =>
    import('#screens/sign-up/confirm-sign-up-screen.tsx').then((m) => m.ConfirmSignUpScreen),
  ),
  'email-change': later('email-change', () =>
    import('#screens/email-change/email-change-screen.tsx').then((m) => m.EmailChangeScreen),
  ),
  'action-result': later('action-result', () =>
    import('#screens/action-result/action-result-screen.tsx').then((m) => m.ActionResultScreen),
  ),
  status: later('status', () => import('#screens/status/status-screen.tsx').then((m) => m.StatusScreen)),
};

const laterScreen = (name: ScreenName): Later<object> | undefined =>
  (others as Partial<Record<ScreenName, Later<object>>>)[name];

/** The screen of a name; suspends until it and its words are there. */
export const useScreen = (name: ScreenName, texts: i18n): ComponentType =>
  first[name] ?? others[name as keyof typeof others].use(texts);

/** Fetches a screen and its words before it is opened. Rejects when they cannot be had. */
export const prepareScreen = async (name: ScreenName, texts: i18n): Promise<void> =>
  laterScreen(name)?.prepare(texts);

/** Fetches what comes after the password form, so that nobody waits for it with a code in the hand. */
export const prepareSignIn = (texts: i18n): Promise<unknown> =>
  Promise.all([codeForm.prepare(texts), others.success.prepare(texts)]);
