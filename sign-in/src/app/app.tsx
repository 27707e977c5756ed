import { Suspense, useDeferredValue, useEffect, useLayoutEffect, useRef } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { PageData } from '@app/contract/pages/page-data.ts';
import { languageTag } from '@app/contract/fields/vocabulary.ts';

import { AddressProvider, usePath, useSearch, type Address } from '#auth/address.tsx';
import { AuthProvider, useAuth } from '#auth/auth-context.tsx';
import type { AuthServices } from '#auth/auth-deps.ts';
import type { AuthState } from '#auth/auth-state.ts';
import { PageDataProvider } from '#auth/start/page-data.tsx';
import { NoticesProvider } from '#forms/notices.ts';
import { PrefetchProvider } from '#forms/screen-link.tsx';
import { Step } from '#forms/step.tsx';
import type { Texts } from '#i18n/use-texts.ts';
import { TextsContext, useTexts } from '#i18n/use-texts.ts';
import { LoadingScreen } from '#screens/loading/loading-screen.tsx';

import { CrashBoundary } from './notices/crash-boundary.tsx';
import { Logo } from './frame/logo.tsx';
import { PageFrame } from './frame/page-frame.tsx';
import styles from './app.module.css';
import { LanguageMenu } from './frame/language-menu.tsx';
import { panelCards } from './frame/brand-panel.tsx';
import { routeOf, type ScreenName } from './routes.ts';
import { preloadScreen, useScreen } from './screens.ts';
import { useNotices } from './notices/use-notices.tsx';

export interface AppProps {
  readonly texts: Texts;
  readonly services: AuthServices;
  /** The auth state before the first render. */
  readonly initial: AuthState;
  /** The address that the document was rendered for. */
  readonly madeAs: Address;
  /** The data that the service wrote into the page; `{}` for a prerendered page. */
  readonly page: PageData;
  /** Is called once the first screen is rendered, or hydrated. */
  readonly onScreen?: (() => void) | undefined;
}

/** The whole app: the auth state, the texts, and the frame with the screen of the address. */
export function App({ texts, services, initial, madeAs, page, onScreen }: AppProps) {
  return (
    <TextsContext value={texts}>
      <PageDataProvider value={page}>
        <AddressProvider value={madeAs}>
          <CrashBoundary words={texts.t('errors.unknown')} config={services.config}>
            <AuthProvider services={services} initial={initial}>
              <Shell onScreen={onScreen} />
            </AuthProvider>
          </CrashBoundary>
        </AddressProvider>
      </PageDataProvider>
    </TextsContext>
  );
}

function Shell({ onScreen }: Pick<AppProps, 'onScreen'>) {
  const { t, texts, language } = useTexts();
  const { state, deps } = useAuth();
  const { status } = state;
  const { brand, helpUrl, resellerSlogan } = deps.config;
  const search = useSearch();
  const { screen: wanted, address } = routeOf(usePath(), search, status);
  // Deferred: the screen before stays until the next one is loaded.
  const shown = useDeferredValue(wanted);
  const [say, notices] = useNotices();
  const hasError = /[?&](?:error|notice|company)=/.test(search);

  useEffect(() => {
    // After `takePageError`, which reads the address to decide whether the error belongs to the login screen.
    if (address && !hasError) navigate(address, { replace: true, state: history.state });
  }, [address, hasError]);
  useEffect(() => {
    if (!hasError || status === 'UNKNOWN') return;
    import('./notices/page-error.ts').then(
      ({ takePageError }) => takePageError({ deps, status, say, texts }),
      () => say({ words: 'errors.network', variant: 'critical' }),
    );
  }, [hasError, status, deps, say, texts]);
  const seen = useRef(shown);
  useEffect(() => {
    if (seen.current === shown) return;
    seen.current = shown;
    // A screen that focuses nothing itself gets the focus on its heading (WCAG 2.4.3).
    if (document.activeElement === document.body) document.querySelector('h1')?.focus();
    scrollTo(0, 0);
  }, [shown]);
  useEffect(() => {
    const page = document.documentElement;
    // The same value would have the browser compute every style again.
    if (page.lang !== languageTag(language)) page.lang = languageTag(language);
  }, [language]);

  return (
    <NoticesProvider value={say}>
      <PrefetchProvider
        value={(path) => void preloadScreen(routeOf(path, '', status).screen, texts).catch(() => {})}
      >
        <PageFrame
          logo={<Logo name={brand.name} imageUrl={brand.logoUrl} />}
          footerStart={
            <LanguageMenu onFailure={() => say({ words: 'errors.network', variant: 'critical' })} />
          }
          footerEnd={
            <a className={styles.help} href={helpUrl}>
              {t('frame.helpCentre')}
            </a>
          }
          panelTitle={resellerSlogan ?? t('panel.title')}
          panelCards={panelCards(t)}
        >
          {notices}
          <Suspense fallback={<LoadingScreen />}>
            <Step name={shown}>
              <ScreenOf name={shown} onScreen={onScreen} />
            </Step>
          </Suspense>
        </PageFrame>
      </PrefetchProvider>
    </NoticesProvider>
  );
}

function ScreenOf({ name, onScreen }: { name: ScreenName } & Pick<AppProps, 'onScreen'>) {
  const { texts } = useTexts();
  const Screen = useScreen(name, texts);
  useLayoutEffect(() => onScreen?.(), [onScreen]);
  // oxlint-disable-next-line react/static-components -- the same component in every render: it is looked up, not created
  return <Screen />;
}
