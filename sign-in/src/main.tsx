/** Start-up of the sign-in app in the browser, in order. */
import '@app/ui/tokens/base.css';

import { createClient } from '@app/session/client.ts';
import { createStoredValues } from '@app/session/stored-values.ts';
import { toLanguage } from '@app/contract/vocabulary.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';

import './app/icon.svg';

import { App, loadSuccessScreen } from '#app/app.tsx';
import { initialState } from '#app/initial-state.ts';
import type { AuthDeps } from '#auth/auth-deps.ts';
import type { AuthEvent } from '#auth/auth-state.ts';
import { createKeptChallenge } from '#auth/kept-challenge.ts';
import { collectRiskData } from '#auth/risk-data.ts';
import { continueEarlySubmit } from '#auth/sign-in.ts';
import { eventsAtStart } from '#auth/start.ts';
import { showLanguage } from '#i18n/change-language.ts';
import { chooseLanguage } from '#i18n/language.ts';
import { localeAddresses } from '#i18n/locale-addresses.ts';
import { localeBackend } from '#i18n/locale-backend.ts';
import type { Catalogue } from '#i18n/text-key.ts';
import { createTexts } from '#i18n/texts.ts';
import { loadCodeForm } from '#screens/login/login-screen.tsx';
import { openCodeStep, resumeCodeStep } from '#screens/login/login-step.ts';

import { readConfig, readJsonBlock } from './config.ts';

// Root redirects to login before anything is drawn, so that the page that was made for login can be hydrated.
if (location.pathname === '/')
  history.replaceState(history.state, '', `/login${location.search}${location.hash}`);

const config = readConfig(document);
const now = Date.now;
const services = {
  client: createClient({ authUrl: config.authUrl, platform: 'authentication-ui' }),
  stored: createStoredValues({
    cookieDomain: config.cookieDomain,
    // Names and sizes, never a value.
    report: (report) => console.info('stored values', report),
  }),
  challenge: createKeptChallenge(now),
  config,
  now,
};
services.stored.removeOldAnalyticsCookies();

const root = document.getElementById('root') as HTMLElement;
const pageLanguage = toLanguage(document.documentElement.lang) ?? 'en';
const languageHints = { cookie: document.cookie, browser: navigator.languages };
const texts = createTexts({
  language: pageLanguage,
  catalogue: readJsonBlock(document, 'texts') as Catalogue,
  reseller: config.brand.name,
  backend: localeBackend(localeAddresses),
});

const events: AuthEvent[] = eventsAtStart(services);
const atStart: AuthDeps = { ...services, dispatch: (event) => events.push(event) };
const early = continueEarlySubmit(atStart, readJsonBlock(document, 'early'));
if (early) {
  // A reload of this page would send the form again. The language in its address stays if it was asked for.
  const address = new URL(location.href);
  if (chooseLanguage({ ...languageHints, search: '' }) === pageLanguage) address.searchParams.delete('lng');
  history.replaceState(history.state, '', address);
  if (early.step.to === 'code') openCodeStep();
}
const initial = { ...initialState(events), ...(early && { email: early.email }) };
if (initial.mfaInitiated) resumeCodeStep();

const app = <App texts={texts} services={services} initial={initial} />;
// Hydrated is what the page was made as: its login screen for somebody who is not signed in, or its loading screen.
const made = root.dataset['screen'];
const asMade =
  !early &&
  location.pathname === '/login' &&
  made === (initial.status === 'UNKNOWN' ? 'loading' : initial.status === 'NOT_AUTHENTICATED' ? 'login' : '');
if (asMade) hydrateRoot(root, app);
else createRoot(root).render(app);

const language = chooseLanguage({ ...languageHints, search: location.search });
if (language !== pageLanguage) void showLanguage(texts, language);

// What the next step will need, fetched at the first sign that somebody means to sign in: a page that is only looked at
// costs no more than itself.
const intent = ['pointerdown', 'keydown', 'input', 'focusin'] as const;
function prepareNextStep(): void {
  for (const type of intent) removeEventListener(type, prepareNextStep);
  for (const load of [loadCodeForm, loadSuccessScreen]) void load().catch(() => undefined);
  void collectRiskData(config);
  services.stored.visitorId();
}
for (const type of intent) addEventListener(type, prepareNextStep, { passive: true });
