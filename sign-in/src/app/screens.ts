/** Maps the names of screens to their components. Login and loading are in the first load, the others load on demand. */
import type { ComponentType } from 'react';

import type { Texts } from '#i18n/use-texts.ts';
import { lazyComponent, type LazyComponent } from '#lazy-component.ts';
import { LoadingScreen } from '#screens/loading/loading-screen.tsx';
import { codeForm, LoginScreen, ssoForm, passwordBlocked } from '#screens/login/login-screen.tsx';

import type { ScreenName } from './routes.ts';

type LaterScreen = Exclude<ScreenName, 'loading' | 'login' | 'sso'>;

const first: Readonly<Record<string, ComponentType>> = {
  loading: LoadingScreen,
  login: LoginScreen,
  sso: LoginScreen,
};
const isLater = (name: ScreenName): name is LaterScreen => !first[name];

const lazyScreens = new Map<LaterScreen, LazyComponent<object>>([
  [
    'success',
    lazyComponent('success', () =>
      import('#screens/login-success/login-success-screen.tsx').then((m) => m.LoginSuccessScreen),
    ),
  ],
]);

/** `account-screens.ts` exports each of the other screens under its name. */
function lazyScreen(name: LaterScreen): LazyComponent<object> {
  const screen =
    lazyScreens.get(name) ??
    lazyComponent(name, () =>
      import('./account-screens.ts').then((m) => m[name as Exclude<LaterScreen, 'success'>]),
    );
  lazyScreens.set(name, screen);
  return screen;
}

/** The component of a screen; suspends until it and its texts are loaded. */
export const useScreen = (name: ScreenName, texts: Texts): ComponentType =>
  isLater(name) ? lazyScreen(name).use(texts) : (first[name] as ComponentType);

/** Loads a screen and its texts before it is opened. Rejects when they cannot be loaded. */
export const preloadScreen = async (name: ScreenName, texts: Texts): Promise<void> =>
  isLater(name) ? lazyScreen(name).preload(texts) : name === 'sso' ? ssoForm.preload(texts) : undefined;

/** Preloads the chunk of the steps after the login page, so that the next step opens immediately. */
export const preloadSignIn = (texts: Texts): Promise<unknown> =>
  Promise.all([
    codeForm.preload(texts),
    ssoForm.preload(texts),
    passwordBlocked.preload(texts),
    preloadScreen('success', texts),
  ]);
