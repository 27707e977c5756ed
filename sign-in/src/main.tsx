/** Start-up of the sign-in app in the browser, in order. */
import '@app/ui/base.css';

import { createClient } from '@app/session/calls/client.ts';
import { startLog, startReports } from '@app/session/log/start-log.ts';
import { loadLog } from '@app/log/load-log.ts';
import { readJsonBlock } from '@app/session/pages/json-block.ts';
import { loadChunk, whenIdle } from '@app/session/pages/load-chunk.ts';
import { createOtherTabs } from '@app/session/pages/other-tabs.ts';
import { readLocal } from '@app/session/stored/local-values.ts';
import { hasOldAnalytics, hasSession } from '@app/session/tokens/has-session.ts';
import { clientType } from '@app/contract/calls/client-type.ts';
import { toLanguage, type Platform } from '@app/contract/fields/vocabulary.ts';
import type { PageData } from '@app/contract/pages/page-data.ts';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

import './app/icon.svg';

import { App } from '#app/app.tsx';
import { keepKeysFromReact } from '#app/frame/keys-before-hydration.ts';
import { loadLateFont } from '#app/frame/late-font.ts';
import { initialState } from './auth/auth-state.ts';
import { pageOf, routeOf } from '#app/routes.ts';
import { preloadScreen, preloadSignIn } from '#app/screens.ts';
import { type AuthServices, createPageMemory, openStoredValues } from '#auth/auth-deps.ts';
import type { AuthEvent } from '#auth/auth-state.ts';
import { asksAgain } from '#auth/address.tsx';
import { createStoredChallenge } from '#auth/password/stored-challenge.ts';
import type { SessionAtStart } from '#auth/start/stored-session.ts';
import { eventsAtStart, isProviderReturn } from '#auth/start/events-at-start.ts';
import { chooseLanguage } from '@app/texts/language.ts';
import { catalogueLoader } from '@app/texts/load-catalogue.ts';
import { addressOf } from '#i18n/locale-addresses.ts';
import { type Catalogue, type LaterCatalogue, type Texts, createAppTexts } from './i18n/use-texts.ts';
import { codeForm, isPasswordBlocked, passwordBlocked } from '#screens/login/login-screen.tsx';
import { openStep, resumeCodeStep, stepNow } from '#screens/login/login-step.ts';

import { readConfig } from './config.ts';

const now = Date.now;
const config = readConfig(document);
startLog(() => import('@app/session/log/send-log.ts').then(({ sendLog }) => sendLog('sign-in', config)));
const { sentryDsn: dsn } = config;
if (dsn !== undefined)
  startReports(() =>
    import('@app/log/reports/send-reports.ts').then(({ sendReports }) =>
      sendReports({ app: 'sign-in', ...config, dsn }),
    ),
  );
const challenge = createStoredChallenge(now);
const memory = createPageMemory();
const none = (): undefined => undefined;

/** Replaces the address of this history entry. */
const replaceAddress = (address: string): void => history.replaceState(history.state, '', address);

/** The data that the service rendered this page from. A page that is the same for everyone has none. */
async function readRenderedPage() {
  const block = readJsonBlock(document, 'page');
  if (block === undefined) return undefined;
  const { readPage, startAfterPost } = await loadChunk(() => import('#auth/start/rendered-page.ts'));
  const page = readPage(block);
  return { page, ...(page.posted && { startAfterPost }) };
}

/** The platform of this visit, if the address or the storage names one or a redirect. */
async function platformOfVisit(): Promise<Platform | undefined> {
  const named =
    /[?&](platform|redirect)=/.test(location.search) || readLocal('platform') || readLocal('LOGIN_REDIRECT');
  if (!named) return undefined;
  const { storePlatformAndRedirect } = await loadChunk(() => import('#auth/visit/platform-and-redirect.ts'));
  return storePlatformAndRedirect(config, isProviderReturn() || challenge.read() !== undefined);
}

/** The stored session, if a cookie of one exists. Removes old analytics cookies (spec §9). */
async function readSession(
  stored: AuthServices['stored'],
  rendered: Promise<{ readonly page: PageData } | undefined>,
): Promise<SessionAtStart | undefined> {
  const { cookie } = document;
  const old = hasOldAnalytics(cookie);
  if (!old && !hasSession(cookie, location.protocol)) return undefined;
  const values = await stored();
  if (old) values.removeOldAnalyticsCookies();
  const session = values.readSession();
  if (!session) return undefined;
  const { sessionAtStart } = await loadChunk(() => import('#auth/start/stored-session.ts'));
  return sessionAtStart(session, values.serviceNow(), (await rendered)?.page.signedIn !== undefined);
}

/** Removes the token of a mailed link from the address before the first render, and stores it for the screen. */
async function takeLinkFromAddress(page: PageData | undefined): Promise<void> {
  if (!pageOf(location.pathname)?.link) return;
  const { takeLinkFromAddress: take } = await loadChunk(() => import('#auth/link/link-from-address.ts'));
  take(memory, page?.link);
}

/**
 * Removes a provider's answer from the address before the first render.
 *
 * @returns how to finish the sign-in with it; undefined when there is nothing to finish
 */
async function takeProviderReturn(signedIn: boolean): Promise<AuthServices['finishProviderReturn']> {
  if (!isProviderReturn()) return undefined;
  const { takeProviderReturn: take } = await loadChunk(() => import('#auth/provider/provider-return.ts'));
  return take(signedIn, openStep);
}

async function start(): Promise<void> {
  if (!('parse' in URL)) await import('@app/session/older-browsers/built-ins.ts');
  // Before the first render, so that the document of the login page is hydrated.
  if (location.pathname === '/') replaceAddress(`/login${location.search}${location.hash}`);

  const root = document.getElementById('root') as HTMLElement;
  const pageLanguage = toLanguage(document.documentElement.lang) ?? 'en';
  const texts = createAppTexts({
    language: pageLanguage,
    catalogue: readJsonBlock(document, 'texts') as Catalogue,
    later: readJsonBlock(document, 'later') as LaterCatalogue | undefined,
    reseller: config.brand.name,
    load: catalogueLoader(addressOf),
  });
  const stored = openStoredValues(config);
  const reading = readRenderedPage().catch(none);
  const [platform = 'authentication-ui', rendered, session] = await Promise.all([
    platformOfVisit().catch(none),
    reading,
    readSession(stored, reading).catch(none),
  ]);
  const page = rendered?.page;
  await takeLinkFromAddress(page).catch(none);
  const returned = await takeProviderReturn(session !== undefined).catch(() => {
    // The sign-in cannot continue, and the answer leaves the address all the same.
    replaceAddress('/login?error=network');
    return undefined;
  });

  const services = {
    client: createClient({ authUrl: config.authUrl, platform }),
    stored,
    challenge,
    otherTabs: createOtherTabs(),
    memory,
    finishProviderReturn: returned,
    config,
    platform,
    clientType: clientType({ userAgent: navigator.userAgent, framed: window.top !== window }),
    now,
  };
  const languageHints = { cookie: document.cookie, browser: navigator.languages };
  const awaited = challenge.read();
  const posted = rendered?.startAfterPost?.(services, rendered.page);
  const again = !posted && !returned && asksAgain(location.search);
  if (again && session?.success) fillIn(session.success);
  const { events, email } = posted ?? {
    // Whether the person is signed in depends on the provider's answer (`finishStart`).
    events: returned ? [] : eventsAtStart(again ? undefined : session, challenge),
    email: undefined,
  };
  const initial = { ...initialState(events), ...(email && { email }) };
  if (initial.codeStepOpen && !/[?&]error=/.test(location.search)) resumeCodeStep();

  // Hydrate only the screen that the document has; render any other one from scratch.
  const { pathname: path, search } = location;
  const route = routeOf(path, search, initial.status);
  const { screen } = route;
  const documentScreen = root.dataset['screen'];
  const sameScreen =
    documentScreen === 'drawn'
      ? // A code that this browser awaits is not known to the service.
        !(posted && awaited) &&
        screen === routeOf(path, search, page?.signedIn ? 'AUTHENTICATED' : 'NOT_AUTHENTICATED').screen
      : documentScreen === screen && !route.address;
  // React would remove a component from the page until its chunk is loaded.
  const preloaded = async (): Promise<unknown> =>
    Promise.all([
      preloadScreen(screen, texts),
      posted && initial.codeStepOpen && codeForm.preload(texts),
      isPasswordBlocked(initial) && passwordBlocked.preload(texts),
    ]);
  const hydrates = sameScreen && (await preloaded().then(() => true, none)) === true;
  const giveKeys = hydrates ? keepKeysFromReact(root) : undefined;
  const onScreen = (): void => {
    giveKeys?.();
    whenIdle(loadLateFont);
  };
  const app = (
    <App
      texts={texts}
      services={services}
      initial={initial}
      madeAs={{ path, search }}
      page={page ?? {}}
      onScreen={onScreen}
    />
  );
  // A transition is done in slices of a few milliseconds, so that no key waits for the whole page.
  if (hydrates) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);

  if (returned) preloadSignIn(texts).catch(none);
  const language = chooseLanguage({ ...languageHints, search });
  if (language !== pageLanguage) void texts.show(language);

  onFirstInteraction(() => prepareSignIn(texts, services));
}

/** Loads what a sign-in needs, while the person types. */
function prepareSignIn(texts: Texts, { stored, platform }: AuthServices): void {
  void loadLog();
  preloadSignIn(texts)
    .then(stored)
    .then((values) => values.visitorId())
    .catch(none);
  import('#auth/password/risk-data.ts')
    .then(({ collectRiskData }) => collectRiskData(config, { platform }))
    .catch(none);
}

/** Opens the form of the method by which the person is signed in, with the email: both are asked again. */
function fillIn(success: AuthEvent): void {
  if (success.type !== 'signInSuccess' || stepNow() !== undefined) return;
  const { email } = success.decodedToken;
  if (success.strategy === 'saml') openStep('sso', email);
  else history.replaceState({ ...(history.state as object | null), email }, '');
}

/**
 * Calls the function once, at the first key, press or input: a page that is only looked at loads nothing more. A focus
 * does not count, because the login form focuses its first field itself.
 */
function onFirstInteraction(load: () => void): void {
  const types = ['pointerdown', 'keydown', 'input'] as const;
  const first = (): void => {
    for (const type of types) removeEventListener(type, first);
    load();
  };
  for (const type of types) addEventListener(type, first, { passive: true });
}

void start();
