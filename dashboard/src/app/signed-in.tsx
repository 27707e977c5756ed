import { Suspense, use, useCallback, useEffect, useLayoutEffect, useState, useRef } from 'react';
import { navigate, usePathname } from 'wouter/use-browser-location';
import { ButtonLink } from '@app/ui/button';
import { seconds } from '@app/contract/fields/durations.ts';

import type { DashboardConfig } from '#config.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { KeysContext, useKeys, keyOf, type KeyRegistry } from '#page/keys/use-keys.ts';
import { later } from '#page/later.tsx';
import { Loading } from '#page/page-states.tsx';
import { ArrivalContext, Screen } from '#page/screen.tsx';
import { usePerson, useSessionState } from '#session/use-session.ts';

import { areaAt, areasOf } from './areas.ts';
import { ConfirmSignIn } from './confirm-sign-in/confirm-sign-in.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { Frame } from './frame/frame.tsx';
import { AreaScreen, createAreaLoader } from './lazy-area.tsx';
import { basePath, useInternalLinks } from './use-internal-links.ts';
import { useKeptFocus } from './use-kept-focus.ts';

// The overlays are not in the first load.
const KeysDialog = later(async () => (await import('./keys/keys-dialog.tsx')).KeysDialog);
const SessionEnded = later(async () => (await import('./session-ended.tsx')).SessionEnded);

/** What a person who is signed in sees: the frame with the screen of the address, the keys, and the dialogs of every screen. */
export function SignedIn({ config }: { config: DashboardConfig }) {
  const { t, texts } = useTexts();
  const { isAdmin } = usePerson();
  const [loader] = useState(() => createAreaLoader(texts));
  const [keysShown, setKeysShown] = useState(false);
  const path = usePathname().slice(basePath.length).replace(/\/+$/, '') || '/';
  const area = areaAt(path, isAdmin);
  const arrived = useArrival();
  useKeptFocus();
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
        <CrashBoundary key={area?.name} t={t} loginUrl={`${config.publicUrl}/login`}>
          <Suspense fallback={<AreaLoading heading={area?.path === path ? t(area.label) : ''} />}>
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

const never = (): boolean => false;

/** The place of an area that is being loaded, with its heading; the area itself gets the focus. */
const AreaLoading = ({ heading }: { heading: string }) => (
  <ArrivalContext value={never}>
    <Screen heading={heading}>
      <div data-area="loading">
        <Loading />
      </div>
    </Screen>
  </ArrivalContext>
);

/** The keys that are pressed, and the dialog that lists them. */
function Keys({ shown, onShownChange }: { shown: boolean; onShownChange: (shown: boolean) => void }) {
  const keys = use(KeysContext);
  if (!keys) throw new Error('Keys outside of KeysContext');
  usePressedKeys(keys);
  const loaded = useOnceTrue(shown);
  if (!loaded) return null;
  return (
    <KeysDialog
      open={shown}
      onOpenChange={onShownChange}
      everywhere={shown ? keys.list('frame') : []}
      here={shown ? keys.list('screen') : []}
    />
  );
}

/** The dialog that the session has ended. */
function Ended() {
  const loaded = useOnceTrue(useSessionState().kind === 'ended');
  return loaded ? <SessionEnded /> : null;
}

/** True from the first time on that it was: a dialog stays in the page for its closing. */
function useOnceTrue(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was || now;
}

/** What is shown at an address that no area has, or that the person may not open. */
function NotFoundScreen({ reason }: { reason: 'notFound' | 'forbidden' }) {
  const { t } = useTexts();
  return (
    <Screen heading={t(`frame.${reason}.title`)} lead={t(`frame.${reason}.text`)}>
      <div>
        <ButtonLink href="/dashboard" size="small">
          {t('frame.notFound.home')}
        </ButtonLink>
      </div>
    </Screen>
  );
}

/**
 * Tells a new screen whether a link has opened it: then it gets the focus, and the page begins at its top. The browser
 * opens the first screen of a page load, and scrolls when the person goes back.
 */
function useArrival(): () => boolean {
  const last = useRef<string>(undefined);
  const wentBack = useRef(false);
  useEffect(() => {
    const onPopState = (): void => {
      wentBack.current = true;
    };
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
  }, []);
  return useCallback(() => {
    const before = last.current;
    last.current = location.pathname;
    const arrived = before !== undefined && before !== location.pathname;
    if (arrived && !wentBack.current) scrollTo(0, 0);
    wentBack.current = false;
    return arrived;
  }, []);
}

/** How long the first key of two waits for the second. */
const secondKeyWait = seconds(2);

/** Runs what the pressed keys are registered for. */
function usePressedKeys(registry: KeyRegistry): void {
  useLayoutEffect(() => {
    let before: { key: string; at: number } | undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const key = keyOf(event);
      if (key === undefined) return;
      const waiting = before && event.timeStamp - before.at < secondKeyWait ? `${before.key} ` : '';
      before = undefined;
      const found = registry.find(waiting + key) ?? registry.find(key);
      if (found === 'begins') {
        before = { key, at: event.timeStamp };
        return;
      }
      if (!found) return;
      event.preventDefault();
      found.run();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [registry]);
}
