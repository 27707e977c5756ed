import { readLoginRedirect, takeLoginRedirect } from '@app/session/pages/login-redirect.ts';
import { signOut, allowedLogout } from '@app/session/pages/sign-out.ts';
import { whenIdle } from '@app/session/pages/load-chunk.ts';
import { isAdmin } from '@app/session/tokens/id-token.ts';
import { Button, ButtonLink } from '@app/ui/button';
import { Loader } from '@app/ui/loader';
import { ScreenHeading } from '@app/ui/screen-heading';
import { Stack } from '@app/ui/stack';
import { ScreenIcon } from '@app/ui/screen-icon';
import { useEffect, useRef, useState, type FormEvent, type ComponentProps, type ReactNode } from 'react';
import { seconds } from '@app/contract/fields/durations.ts';
import { Banner } from '@app/ui/banner';
import { useTexts, useTitle } from '#i18n/use-texts.ts';

import { useAuth } from '#auth/auth-context.tsx';
import { keepSessionFresh } from '#auth/start/keep-session-fresh.ts';
import { usePageData } from '#auth/start/page-data.tsx';
import { emailPlaceholder, TextWithEmail } from '#forms/text-with-email.tsx';

import styles from './login-success.module.css';
import { preloadDashboard } from './preload-dashboard.ts';

const labels = {
  dashboard: 'success.openDashboard',
  workspace: 'success.openWorkspace',
  desktop: 'success.openDesktopApp',
} as const;

const isWeb = (address: string): boolean => /^https?:/.test(address);

/**
 * The screen after a sign-in (spec §2). It opens the visit's `redirect` if there is one; else it offers the dashboard,
 * the workspace, the desktop app, help and the sign-out. The desktop app opens beside this screen, which stays.
 */
export function LoginSuccessScreen() {
  const { t } = useTexts();
  const { state, deps } = useAuth();
  const { signedIn } = usePageData();
  const { config } = deps;
  // A page rendered by the service needs no redirect: the service has already followed it.
  const [onward] = useState(() => (signedIn ? undefined : readLoginRedirect(config)));
  const [signingOut, setSigningOut] = useState(false);
  const [passkeyOffer, setPasskeyOffer] = useState<ReactNode>();
  const heading = useRef<HTMLHeadingElement>(null);
  const signedInHere = state.token !== null;
  useTitle('titles.success');

  useEffect(() => heading.current?.focus(), []);
  useEffect(() => (signedInHere ? keepSessionFresh(deps) : undefined), [deps, signedInHere]);
  useEffect(() => {
    // A redirect leaves this page: nothing is loaded that it would interrupt.
    if (onward !== undefined) return undefined;
    return whenIdle(() => void preloadDashboard(config.dashboardUrl));
  }, [onward, config]);
  useEffect(() => {
    // The redirect is removed when it is used, so a person who comes back stays here.
    const address = takeLoginRedirect(config);
    if (address !== undefined) location.assign(address);
  }, [config]);

  useEffect(() => {
    const { typed = 'nothing' } = deps.memory;
    if (typed === 'nothing' || (onward !== undefined && isWeb(onward))) return;
    import('./passkey-offer.tsx')
      .then(({ offerPasskey }) => offerPasskey(deps))
      .then(setPasskeyOffer, () => {});
  }, [deps, onward]);

  async function logOut(event: FormEvent) {
    event.preventDefault();
    if (signingOut) return;
    setSigningOut(true);
    const { logoutUrl } = await signOut(deps.client, await deps.stored(), deps.otherTabs);
    deps.challenge.clear();
    const address = allowedLogout(logoutUrl, config);
    if (address !== undefined) location.assign(address);
    deps.dispatch({ type: 'signOut' });
  }

  if (onward !== undefined && isWeb(onward)) {
    return <Loader label={t('loading')} />;
  }
  const addresses = {
    dashboard: config.dashboardUrl,
    workspace: config.workspaceUrl,
    desktop: config.desktopUrl,
  };
  const { decodedToken } = state;
  const apps = nextApps(
    decodedToken?.['custom:platform'] ?? signedIn?.platform,
    isAdmin(decodedToken ?? { 'custom:roles': signedIn?.roles }),
  );
  return (
    <Stack>
      <ScreenIcon kind="done" />
      <ScreenHeading
        ref={heading}
        lead={
          state.email ? (
            <TextWithEmail words={t('success.lead', { email: emailPlaceholder })} email={state.email} />
          ) : undefined
        }
      >
        {t('success.title')}
      </ScreenHeading>
      <Stack gap="tight">
        {apps.map((app, index) => {
          const AppLink = app === 'desktop' ? DesktopLink : ButtonLink;
          return (
            <AppLink key={app} block variant={index > 0 ? 'secondary' : 'primary'} href={addresses[app]}>
              {t(labels[app])}
            </AppLink>
          );
        })}
      </Stack>
      <p className={styles.line}>
        <a href={config.helpUrl}>{t('success.help')}</a>
      </p>
      {/* A post without script, which the service answers; this screen can also be shown at another address. */}
      <form
        className={styles.line}
        method="post"
        action="/login/success"
        onSubmit={(event) => void logOut(event)}
      >
        {t('success.notYou')}{' '}
        <Button type="submit" variant="quiet" size="small" loading={signingOut}>
          {t('success.logOut')}
        </Button>
      </form>
      {passkeyOffer}
    </Stack>
  );
}

/** Chooses which of the three apps is the main button. */
type NextApp = 'dashboard' | 'workspace' | 'desktop';

/**
 * The order of the buttons (spec §2), the likeliest first: an admin manages the company, everyone else works. After a
 * sign-in for the workspace, the workspace is first.
 *
 * @param platform the platform of the sign-in
 */
const nextApps = (platform: string | undefined, admin: boolean): readonly [NextApp, ...NextApp[]] =>
  admin && platform !== 'aircall-workspace'
    ? ['dashboard', 'workspace', 'desktop']
    : ['workspace', 'desktop', 'dashboard'];

/**
 * The button of the desktop app. No browser says whether an app took the address, but an app that opens, or the question
 * whether to open it, takes the focus of the window: if the window keeps it, the page says what to do.
 */
function DesktopLink(props: ComponentProps<typeof ButtonLink>) {
  const { t } = useTexts();
  const [nothingHappened, setNothingHappened] = useState(false);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const stop = (): void => clearTimeout(waiting.current);
    addEventListener('blur', stop);
    return () => {
      stop();
      removeEventListener('blur', stop);
    };
  }, []);

  function wait(): void {
    clearTimeout(waiting.current);
    setNothingHappened(false);
    waiting.current = setTimeout(() => setNothingHappened(true), seconds(2));
  }

  return (
    <div className={styles.desktop}>
      <ButtonLink {...props} onClick={wait} />
      {nothingHappened ? <Banner variant="info">{t('success.nothingHappened')}</Banner> : null}
    </div>
  );
}
