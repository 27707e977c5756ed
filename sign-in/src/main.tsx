/** Start-up of the sign-in app in the browser, in order. */
import '@app/ui/tokens/base.css';

import { createClient } from '@app/session/client.ts';
import { readLocal } from '@app/session/local-values.ts';
import { hasOldAnalytics, hasSession } from '@app/session/has-session.ts';
import type { StoredSession } from '@app/session/stored-values.ts';
import { toLanguage, type Platform } from '@app/contract/vocabulary.ts';
import type { PageData } from '@app/contract/page-data.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';

import './app/icon.svg';

import { App } from '#app/app.tsx';
import { initialState } from '#app/initial-state.ts';
import { placeOf } from '#app/routes.ts';
import { prepareScreen, prepareSignIn } from '#app/screens.ts';
import type { AuthDeps, AuthServices } from '#auth/auth-deps.ts';
import type { AuthEvent } from '#auth/auth-state.ts';
import { createKeptChallenge } from '#auth/kept-challenge.ts';
import { collectRiskData } from '#auth/risk-data.ts';
import { openStored } from '#auth/open-stored.ts';
import { eventsAtStart } from '#auth/start.ts';
import { showLanguage } from '#i18n/change-language.ts';
import { chooseLanguage } from '#i18n/language.ts';
import { localeAddresses } from '#i18n/locale-addresses.ts';
import { localeBackend } from '#i18n/locale-backend.ts';
import type { Catalogue, LaterCatalogue } from '#i18n/text-key.ts';
import { createTexts } from '#i18n/texts.ts';
import { loadChunk } from '#load-chunk.ts';
import { codeForm } from '#screens/login/login-screen.tsx';
import { resumeCodeStep } from '#screens/login/login-step.ts';

import { readConfig, readJsonBlock } from './config.ts';

const now = Date.now;
const config = readConfig(document);
const challenge = createKeptChallenge(now);

/** Puts another address into the place of the present one. */
const replaceAddress = (address: string): void => history.replaceState(history.state, '', address);

/** What the service drew this page with; most pages are drawn for everybody, and have nothing to read. */
async function pageOf(block: unknown): Promise<PageData | undefined> {
  if (block === undefined) return undefined;
  const drawn = await loadChunk(() => import('#auth/drawn-page.ts'));
  return drawn.readPage(block);
}

/** The platform of this visit, when anything speaks of one. A visit is good without it. */
async function platformOf(): Promise<Platform> {
  const speaks =
    /[?&](platform|redirect)=/.test(location.search) || readLocal('platform') || readLocal('LOGIN_REDIRECT');
  if (!speaks) return 'authentication-ui';
  const { openVisit } = await loadChunk(() => import('#auth/visit.ts'));
  return openVisit(config, challenge.read() !== undefined);
}

/** The stored session, when there is anything stored to look at. Old analytics cookies are removed (§9). */
async function sessionIn(stored: AuthServices['stored']): Promise<StoredSession | undefined> {
  const { cookie } = document;
  const old = hasOldAnalytics(cookie);
  if (!old && !hasSession(cookie, location.protocol)) return undefined;
  const values = await stored();
  if (old) values.removeOldAnalyticsCookies();
  return values.readSession();
}

/** Takes the link of a mail out of the address before anything is drawn. */
async function takeLink(page: PageData | undefined): Promise<void> {
  const { screen } = placeOf(location.pathname, '', 'NOT_AUTHENTICATED');
  if (!/^(new-password|invitation|confirm-sign-up|email-change)$/.test(screen)) return;
  const { takeLink: take } = await loadChunk(() => import('#auth/link-in-hand.ts'));
  take(page?.link);
}

async function start(): Promise<void> {
  // Root redirects to login before anything is drawn, so that the page that was made for login can be hydrated.
  if (location.pathname === '/') replaceAddress(`/login${location.search}${location.hash}`);

  const root = document.getElementById('root') as HTMLElement;
  const pageLanguage = toLanguage(document.documentElement.lang) ?? 'en';
  const texts = createTexts({
    language: pageLanguage,
    catalogue: readJsonBlock(document, 'texts') as Catalogue,
    later: readJsonBlock(document, 'later') as LaterCatalogue | undefined,
    reseller: config.brand.name,
    backend: localeBackend(localeAddresses),
  });
  const stored = openStored(config);
  const [platform, page, session] = await Promise.all([
    platformOf(),
    pageOf(readJsonBlock(document, 'page')),
    sessionIn(stored),
  ]);
  await takeLink(page);

  const services = {
    client: createClient({ authUrl: config.authUrl, platform }),
    stored,
    challenge,
    config,
    platform,
    now,
  };
  let events: AuthEvent[] = eventsAtStart(session, services);
  const languageHints = { cookie: document.cookie, browser: navigator.languages };
  const awaited = challenge.read() !== undefined;
  let email: string | undefined;
  let asMade = true;
  if (page?.posted) {
    const { continuePosted, showsLogin } = await import('#auth/drawn-page.ts');
    const address = new URL(location.href);
    // A reload of this page would send the form again. The language in its address stays if it was asked for.
    if (chooseLanguage({ ...languageHints, search: '' }) === pageLanguage) address.searchParams.delete('lng');
    if (showsLogin(page)) {
      // Another page's form can end in a sign-in; its query is that page's own.
      replaceAddress(address.pathname === '/login' ? address.href : '/login');
      events = [{ type: 'signOut' }];
      const atStart: AuthDeps = { ...services, dispatch: (event) => events.push(event) };
      email = continuePosted(atStart, page);
      // The service knew nothing of what this browser kept.
      asMade = !awaited;
    } else replaceAddress(address.href);
  }
  const initial = { ...initialState(events), ...(email && { email }) };
  if (initial.mfaInitiated && !/[?&]error=/.test(location.search)) resumeCodeStep();

  // Hydrated is what the page was made as; anything else is drawn anew.
  const { pathname: path, search } = location;
  const { screen, address } = placeOf(path, search, initial.status);
  const made = root.dataset['screen'];
  asMade &&=
    made === 'drawn'
      ? screen === placeOf(path, search, page?.signedIn ? 'AUTHENTICATED' : 'NOT_AUTHENTICATED').screen
      : made === screen && !address;
  const app = (
    <App texts={texts} services={services} initial={initial} madeAs={{ path, search }} page={page ?? {}} />
  );
  if (asMade) {
    // What is not there when the page comes alive would be taken out of it until it is.
    const parts = [
      prepareScreen(screen, texts),
      page?.posted && initial.mfaInitiated && codeForm.prepare(texts),
    ];
    await Promise.all(parts).catch(() => undefined);
    hydrateRoot(root, app);
  } else createRoot(root).render(app);

  const language = chooseLanguage({ ...languageHints, search });
  if (language !== pageLanguage) void showLanguage(texts, language);

  // What the next step will need, fetched at the first sign that somebody means to sign in: a page that is only looked
  // at costs no more than itself.
  const intent = ['pointerdown', 'keydown', 'input', 'focusin'] as const;
  function prepareNextStep(): void {
    for (const type of intent) removeEventListener(type, prepareNextStep);
    prepareSignIn(texts).catch(() => undefined);
    void collectRiskData(config, { platform });
    void stored().then((values) => values.visitorId());
  }
  for (const type of intent) addEventListener(type, prepareNextStep, { passive: true });
}

void start();
