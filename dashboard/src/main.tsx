/** Start-up of the dashboard in the browser, in order. */
import '@app/ui/base.css';

import { createClient } from '@app/session/calls/client.ts';
import { startLog, startReports } from '@app/session/log/start-log.ts';
import { readJsonBlock } from '@app/session/pages/json-block.ts';
import { createOtherTabs } from '@app/session/pages/other-tabs.ts';
import { createStoredValues } from '@app/session/stored/stored-values.ts';
import { catalogueLoader } from '@app/texts/load-catalogue.ts';
import { chooseLanguage } from '@app/texts/language.ts';
import type { TextTree } from '@app/texts/translate.ts';
import { createRoot } from 'react-dom/client';

import './app/dashboard-icon.svg';

import { App } from '#app/app.tsx';
import { createDashboardClient } from '#calls/dashboard-client.ts';
import { createReauthentication } from '#calls/reauthentication.ts';
import { createDashboardTexts } from '#i18n/dashboard-texts.ts';
import { addressOf } from '#i18n/locale-addresses.ts';
import { createDashboardSession } from '#session/dashboard-session.ts';

import { readConfig } from './config.ts';

const config = readConfig(document);
startLog(() => import('@app/session/log/send-log.ts').then(({ sendLog }) => sendLog('dashboard', config)));
const { sentryDsn: dsn } = config;
if (dsn !== undefined)
  startReports(() =>
    import('@app/log/reports/send-reports.ts').then(({ sendReports }) =>
      sendReports({ app: 'dashboard', ...config, dsn }),
    ),
  );

async function start(): Promise<void> {
  if (!('parse' in URL)) await import('@app/session/older-browsers/built-ins.ts');
  const session = createDashboardSession({
    config,
    client: createClient({ authUrl: config.authUrl, platform: 'dashboard' }),
    stored: createStoredValues({ cookieDomain: config.cookieDomain }),
    otherTabs: createOtherTabs(),
    leave: (address) => location.assign(address),
    reload: () => location.reload(),
  });
  // First of all, because every call of a screen waits for the access token.
  void session.start();

  const reauthentication = createReauthentication();
  const calls = {
    client: createDashboardClient({
      authUrl: config.authUrl,
      session,
      confirmSignIn: reauthentication.confirm,
    }),
    reauthentication,
  };
  const texts = createDashboardTexts({
    language: config.pageLanguage,
    frame: readJsonBlock(document, 'texts') as TextTree,
    reseller: config.brand.name,
    load: catalogueLoader(addressOf),
  });
  // The service has chosen by the same rule, but it does not know what this browser has stored for another host.
  const { search } = location;
  const language = chooseLanguage({ search, cookie: document.cookie, browser: navigator.languages });
  if (language !== config.pageLanguage) void texts.show(language);

  createRoot(document.getElementById('root') as HTMLElement).render(
    <App config={config} texts={texts} session={session} calls={calls} />,
  );
}

void start();
