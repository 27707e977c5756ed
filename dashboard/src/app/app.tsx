import { loadChunk } from '@app/session/pages/load-chunk.ts';
import { UiProvider } from '@app/ui/provider';
import { createToastStore, ToastProvider, ToastRegion } from '@app/ui/toast';
import { Button } from '@app/ui/button';
import { lazy, Suspense, use, useCallback, useEffect, useState } from 'react';
import { Router } from 'wouter';
import { navigate, usePathname } from 'wouter/use-browser-location';

import { CallsProvider, type Calls } from '#calls/calls-context.tsx';
import type { DashboardConfig } from '#config.ts';
import type { Texts } from '#i18n/dashboard-texts.ts';
import { TextsProvider } from '#i18n/texts-provider.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { createKeyRegistry } from '#page/keys/key-registry.ts';
import { KeysContext, useKeys } from '#page/keys/use-keys.ts';
import { Loading } from '#page/loading.tsx';
import { ArrivalContext, Screen } from '#page/screen.tsx';
import type { DashboardSession } from '#session/dashboard-session.ts';
import { SessionContext, usePerson, useSession, useSessionState } from '#session/use-session.ts';

import { areaAt, areasOf } from './areas.ts';
import { ConfirmSignIn } from './confirm-sign-in/confirm-sign-in.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { FrameSkeleton } from './frame/frame-skeleton.tsx';
import styles from './frame/frame.module.css';
import { Frame } from './frame/frame.tsx';
import { usePressedKeys } from './keys/use-pressed-keys.ts';
import { AreaScreen, createAreaLoader } from './lazy-area.tsx';
import { NotFoundScreen } from './not-found/not-found-screen.tsx';
import { useArrival } from './use-arrival.ts';
import { basePath, useInternalLinks } from './use-internal-links.ts';

/** Dialogs are loaded when they are first shown: the overlays are not in the first load. */
const KeysDialog = lazy(() =>
  loadChunk(() => import('./keys/keys-dialog.tsx')).then((m) => ({ default: m.KeysDialog })),
);
const SessionEnded = lazy(() =>
  loadChunk(() => import('./session-ended.tsx')).then((m) => ({ default: m.SessionEnded })),
);

export interface AppProps {
  readonly config: DashboardConfig;
  readonly texts: Texts;
  readonly session: DashboardSession;
  readonly calls: Calls;
}

/** The whole dashboard: who is signed in, the texts, and the frame with the screen of the address. */
export function App({ config, texts, session, calls }: AppProps) {
  const [keys] = useState(createKeyRegistry);
  const [toasts] = useState(createToastStore);
  return (
    <UiProvider>
      <TextsProvider texts={texts}>
        <SessionContext value={session}>
          <CallsProvider calls={calls}>
            <KeysContext value={keys}>
              <ToastProvider value={toasts}>
                <Router base={basePath}>
                  <Start config={config} />
                </Router>
                <Toasts store={toasts} />
              </ToastProvider>
            </KeysContext>
          </CallsProvider>
        </SessionContext>
      </TextsProvider>
    </UiProvider>
  );
}

function Toasts({ store }: { store: ReturnType<typeof createToastStore> }) {
  const { t } = useTexts();
  return (
    <ToastRegion
      store={store}
      label={t('frame.notices.region')}
      closeLabel={t('frame.notices.dismiss')}
      className={styles.notices}
    />
  );
}

/** Nothing is shown before it is known who is signed in. */
function Start({ config }: { config: DashboardConfig }) {
  const { t } = useTexts();
  const session = useSession();
  const { kind } = useSessionState();
  if (kind === 'starting') return <FrameSkeleton />;
  if (kind === 'unreachable')
    return (
      <Screen heading={t('frame.crash.title')} lead={t('frame.failures.offline')}>
        <div>
          <Button size="small" onClick={() => void session.start()}>
            {t('frame.tryAgain')}
          </Button>
        </div>
      </Screen>
    );
  return <SignedIn config={config} />;
}

function SignedIn({ config }: { config: DashboardConfig }) {
  const { t, texts } = useTexts();
  const { isAdmin } = usePerson();
  const [loader] = useState(() => createAreaLoader(texts));
  const [keysShown, setKeysShown] = useState(false);
  const path = usePathname().slice(basePath.length).replace(/\/+$/, '') || '/';
  const area = areaAt(path, isAdmin);
  const arrived = useArrival();
  useInternalLinks(
    useCallback(
      (aimed: string) => {
        const next = areaAt(aimed.slice(basePath.length) || '/', isAdmin);
        if (next) loader.preload(next);
      },
      [loader, isAdmin],
    ),
  );
  useKeys(
    [
      { keys: '?', label: t('frame.keys.showKeys'), run: () => setKeysShown(true) },
      ...areasOf(isAdmin).map((each) => ({
        keys: `g ${each.key}`,
        label: t('frame.keys.goTo', { area: t(each.label) }),
        run: () => navigate(basePath + each.path),
      })),
    ],
    'frame',
  );

  useEffect(() => {
    if (path === '/' && area) navigate(basePath + area.path, { replace: true });
  }, [path, area]);

  const mayOpen = area && (isAdmin || area.access === 'person');
  return (
    <ArrivalContext value={arrived}>
      <Frame config={config} open={mayOpen ? area : undefined} onShowKeys={() => setKeysShown(true)}>
        <CrashBoundary key={area?.name} t={t}>
          <Suspense fallback={<Loading />}>
            {mayOpen ? (
              <AreaScreen key={area.name} area={area} loader={loader} />
            ) : (
              <NotFoundScreen reason={area ? 'forbidden' : 'notFound'} />
            )}
          </Suspense>
        </CrashBoundary>
      </Frame>
      <Keys shown={keysShown} onShownChange={setKeysShown} />
      <Ended />
      <ConfirmSignIn />
    </ArrivalContext>
  );
}

/** The keys that are pressed, and the dialog that lists them. */
function Keys({ shown, onShownChange }: { shown: boolean; onShownChange: (shown: boolean) => void }) {
  const keys = use(KeysContext);
  if (!keys) throw new Error('Keys outside of KeysContext');
  usePressedKeys(keys);
  const loaded = useOnceTrue(shown);
  if (!loaded) return null;
  return (
    <Suspense>
      <KeysDialog
        open={shown}
        onOpenChange={onShownChange}
        everywhere={shown ? keys.list('frame') : []}
        here={shown ? keys.list('screen') : []}
      />
    </Suspense>
  );
}

/** The dialog that the session has ended. */
function Ended() {
  const loaded = useOnceTrue(useSessionState().kind === 'ended');
  return loaded ? (
    <Suspense>
      <SessionEnded />
    </Suspense>
  ) : null;
}

/** True from the first time on that it was: a dialog stays in the page for its closing. */
function useOnceTrue(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was || now;
}
