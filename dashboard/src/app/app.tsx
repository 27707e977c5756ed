import { UiProvider } from '@app/ui/provider';
import { createToastStore, ToastProvider } from '@app/ui/toast';
import { Button } from '@app/ui/button';
import { useState } from 'react';
import { Router } from 'wouter';

import { CallsProvider, type Calls } from '#calls/calls-context.tsx';
import type { DashboardConfig } from '#config.ts';
import type { Texts } from '#i18n/dashboard-texts.ts';
import { TextsProvider } from '#i18n/texts-provider.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { KeysContext, createKeyRegistry } from '#page/keys/use-keys.ts';
import { Screen } from '#page/screen.tsx';
import type { DashboardSession } from '#session/dashboard-session.ts';
import { SessionContext, useSession, useSessionState } from '#session/use-session.ts';

import { FrameSkeleton } from './frame/frame-skeleton.tsx';
import { Notices } from './frame/notices.tsx';
import { SignedIn } from './signed-in.tsx';
import { basePath } from './use-internal-links.ts';

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
                <Notices store={toasts} />
              </ToastProvider>
            </KeysContext>
          </CallsProvider>
        </SessionContext>
      </TextsProvider>
    </UiProvider>
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
      <Screen heading={t('frame.crash.title')} lead={t('frame.failures.network')}>
        <div>
          <Button size="small" onClick={() => void session.start()}>
            {t('frame.tryAgain')}
          </Button>
        </div>
      </Screen>
    );
  return <SignedIn config={config} />;
}
