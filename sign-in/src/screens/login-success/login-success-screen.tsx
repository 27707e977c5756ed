import { signOut } from '@app/session/sign-out.ts';
import { Button, ButtonLink } from '@app/ui/button/button.tsx';
import { ScreenHeading } from '@app/ui/screen-heading/screen-heading.tsx';
import { Stack } from '@app/ui/stack/stack.tsx';
import { SuccessMark } from '@app/ui/success-mark/success-mark.tsx';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '#i18n/use-texts.ts';

import { useAuth } from '#auth/auth-context.tsx';
import { keepSessionFresh } from '#auth/keep-session-fresh.ts';
import { useTitle } from '#i18n/use-title.ts';

import styles from './login-success.module.css';
import { nextApps } from './primary-app.ts';

const labels = {
  dashboard: 'success.openDashboard',
  workspace: 'success.openWorkspace',
  desktop: 'success.openDesktopApp',
} as const;

/** Signed in (§2): on to the dashboard, the workspace or the desktop app, to help, or out again. */
export function LoginSuccessScreen() {
  const { t } = useTexts();
  const { state, deps } = useAuth();
  const { dashboardUrl, workspaceUrl, desktopUrl, helpUrl } = deps.config;
  const [signingOut, setSigningOut] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { token } = state;
  useTitle('titles.success');

  useEffect(() => heading.current?.focus(), []);
  useEffect(() => (token ? keepSessionFresh(deps, token) : undefined), [deps, token]);

  const addresses = { dashboard: dashboardUrl, workspace: workspaceUrl, desktop: desktopUrl };
  const [first, ...others] = nextApps(state.decodedToken?.['custom:platform']);

  async function logOut() {
    if (signingOut) return;
    setSigningOut(true);
    await signOut(deps.client, await deps.stored());
    deps.challenge.forget();
    deps.dispatch({ type: 'signOut' });
  }

  return (
    <Stack>
      <SuccessMark />
      <ScreenHeading ref={heading} lead={state.email ? t('success.lead', { email: state.email }) : undefined}>
        {t('success.title')}
      </ScreenHeading>
      <Stack gap="tight">
        <ButtonLink block href={addresses[first]}>
          {t(labels[first])}
        </ButtonLink>
        {others.map((app) => (
          <ButtonLink key={app} block variant="secondary" href={addresses[app]}>
            {t(labels[app])}
          </ButtonLink>
        ))}
      </Stack>
      <p className={styles.line}>
        <a href={helpUrl}>{t('success.help')}</a>
      </p>
      <p className={styles.line}>
        {t('success.notYou')}{' '}
        <Button variant="quiet" size="small" loading={signingOut} onClick={() => void logOut()}>
          {t('success.logOut')}
        </Button>
      </p>
    </Stack>
  );
}
