import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react';
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location';
import type { i18n } from 'i18next';

import { AuthProvider, useAuth } from '#auth/auth-context.tsx';
import type { AuthServices } from '#auth/auth-deps.ts';
import type { AuthState } from '#auth/auth-state.ts';
import { Step } from '#forms/step.tsx';
import { loadChunk } from '#load-chunk.ts';
import { TextsContext, useTexts } from '#i18n/use-texts.ts';
import { LoadingScreen } from '#screens/loading/loading-screen.tsx';
import { LoginScreen } from '#screens/login/login-screen.tsx';

import { CrashBoundary } from './crash-boundary.tsx';
import { Logo } from './frame/logo.tsx';
import { PageFrame } from './frame/page-frame.tsx';
import styles from './app.module.css';
import { LanguageMenu } from './language-menu.tsx';
import type { Notice } from './notices.tsx';
import { pageErrorIn, withoutError } from './page-error.ts';
import { panelCards } from './panel-cards.ts';
import { placeOf, type ScreenName } from './routes.ts';

/** Screens that the first load does without. */
export const loadSuccessScreen = () => import('#screens/login-success/login-success-screen.tsx');
const LoginSuccessScreen = lazy(() =>
  loadChunk(loadSuccessScreen).then((m) => ({ default: m.LoginSuccessScreen })),
);
const Notices = lazy(() => import('./notices.tsx').then((m) => ({ default: m.Notices })));

const screens: Record<ScreenName, React.ComponentType> = {
  loading: LoadingScreen,
  login: LoginScreen,
  success: LoginSuccessScreen,
};

export interface AppProps {
  readonly texts: i18n;
  readonly services: AuthServices;
  /** What was known before the first render. */
  readonly initial: AuthState;
}

/** The whole app: who is signed in, the texts, and the frame with the screen of the address. */
export function App({ texts, services, initial }: AppProps) {
  return (
    <TextsContext value={texts}>
      <CrashBoundary words={texts.t('errors.unknown')}>
        <AuthProvider services={services} initial={initial}>
          <Shell />
        </AuthProvider>
      </CrashBoundary>
    </TextsContext>
  );
}

function Shell() {
  const { t, language } = useTexts();
  const { state, deps } = useAuth();
  const { brand, helpUrl } = deps.config;
  // The page is made as /login without a query; the real ones come with hydration.
  const search = useSearch({ ssrSearch: '' });
  const { screen: wanted, address } = placeOf(usePathname({ ssrPath: '/login' }), search, state.status);
  // Deferred: while the next screen is on its way, the one before stays.
  const shown = useDeferredValue(wanted);
  const Screen = screens[shown];
  const [notice, setNotice] = useState<Notice>();

  useEffect(() => {
    if (address) navigate(address, { replace: true, state: history.state });
  }, [address]);
  useEffect(() => {
    const error = pageErrorIn(search);
    if (!error.present) return;
    navigate(withoutError(location.href), { replace: true, state: history.state });
    if (error.words) setNotice({ words: error.words });
  }, [search]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  return (
    <PageFrame
      logo={<Logo name={brand.name} imageUrl={brand.logoUrl} />}
      footerStart={<LanguageMenu onFailure={() => setNotice({ words: 'errors.network' })} />}
      footerEnd={
        <a className={styles.help} href={helpUrl}>
          {t('frame.helpCentre')}
        </a>
      }
      panelTitle={t('panel.title')}
      panelCards={panelCards(t)}
    >
      <Suspense fallback={<LoadingScreen />}>
        <Step name={shown}>
          <Screen />
        </Step>
      </Suspense>
      {notice ? (
        <Suspense>
          <Notices notice={notice} />
        </Suspense>
      ) : null}
    </PageFrame>
  );
}
