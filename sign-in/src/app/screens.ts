/** The screens by their names. Login and the loading screen are in the first load; the others come when they are needed. */
import type { ComponentType } from 'react';

import type { Texts } from '#i18n/texts.ts';
import { later, type Later } from '#later.ts';
import { LoadingScreen } from '#screens/loading/loading-screen.tsx';
import { codeForm, LoginScreen, ssoForm, passwordBlocked } from '#screens/login/login-screen.tsx';

import type { ScreenName } from './routes.ts';

type LaterScreen = Exclude<ScreenName, 'loading' | 'login'>;

const first: Readonly<Record<string, ComponentType>> = { loading: LoadingScreen, login: LoginScreen };
const isLater = (name: ScreenName): name is LaterScreen => !first[name];

const others = new Map<LaterScreen, Later<object>>([
  [
    'success',
    later('success', () =>
      import('#screens/login-success/login-success-screen.tsx').then((m) => m.LoginSuccessScreen),
    ),
  ],
]);

/** The screens of accounts come in one file, under their names. */
function screenLater(name: LaterScreen): Later<object> {
  const screen =
    others.get(name) ??
    later(name, () => import('./account-screens.ts').then((m) => m[name as Exclude<LaterScreen, 'success'>]));
  others.set(name, screen);
  return screen;
}

/** The screen of a name; suspends until it and its words are there. */
export const useScreen = (name: ScreenName, texts: Texts): ComponentType =>
  isLater(name) ? screenLater(name).use(texts) : (first[name] as ComponentType);

/** Fetches a screen and its words before it is opened. Rejects when they cannot be had. */
export const prepareScreen = async (name: ScreenName, texts: Texts): Promise<void> =>
  isLater(name) ? screenLater(name).prepare(texts) : undefined;

/** Fetches what comes after the login page, so that nobody waits for it with a code or a work email in the hand. */
export const prepareSignIn = (texts: Texts): Promise<unknown> =>
  Promise.all([
    codeForm.prepare(texts),
    ssoForm.prepare(texts),
    passwordBlocked.prepare(texts),
    prepareScreen('success', texts),
  ]);
