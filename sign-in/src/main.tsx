/** Start-up of the sign-in app in the browser, in order. */
import '@app/ui/tokens/base.css';

import { createClient } from '@app/session/calls/client.ts';
import { readLocal } from '@app/session/stored/local-values.ts';
import { hasOldAnalytics, hasSession } from '@app/session/tokens/has-session.ts';
import { clientType } from '@app/contract/calls/client-type.ts';
import { toLanguage, type Platform } from '@app/contract/fields/vocabulary.ts';
import type { PageData } from '@app/contract/pages/page-data.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';

import './app/icon.svg';

import { App } from '#app/app.tsx';
import { initialState } from '#app/initial-state.ts';
import { pageOf, placeOf } from '#app/routes.ts';
import { prepareScreen, prepareSignIn } from '#app/screens.ts';
import type { AuthServices } from '#auth/auth-deps.ts';
import { createStoredChallenge } from '#auth/password/stored-challenge.ts';
import type { SessionAtStart } from '#auth/start/stored-session.ts';
import { openStoredValues } from '#auth/start/open-stored-values.ts';
import { eventsAtStart, isProviderReturn } from '#auth/start/events-at-start.ts';
import { chooseLanguage } from '#i18n/language.ts';
import { catalogueLoader } from '#i18n/load-catalogue.ts';
import { localeAddresses } from '#i18n/locale-addresses.ts';
import type { Catalogue, LaterCatalogue } from '#i18n/text-key.ts';
import { createTexts } from '#i18n/texts.ts';
import { loadChunk } from '#load-chunk.ts';
import { codeForm, isPasswordBlocked, passwordBlocked } from '#screens/login/login-screen.tsx';
import { resumeCodeStep } from '#screens/login/login-step.ts';

import { readConfig, readJsonBlock } from './config.ts';

const now = Date.now;
const config = readConfig(document);
const challenge = createStoredChallenge(now);

/** Puts another address into the place of the present one. */
const replaceAddress = (address: string): void => history.replaceState(history.state, '', address);

/** What the service drew this page with; most pages are drawn for everybody, and have nothing to read. */
async function drawnPage() {
  const block = readJsonBlock(document, 'page');
  if (block === undefined) return undefined;
  const { readPage, startAfterPost } = await loadChunk(() => import('#auth/start/rendered-page.ts'));
  const page = readPage(block);
  return { page, ...(page.posted && { startAfterPost }) };
}

/** The platform of this visit, when anything speaks of one. A visit is good without it. */
async function platformOf(): Promise<Platform | undefined> {
  const speaks =
    /[?&](platform|redirect)=/.test(location.search) || readLocal('platform') || readLocal('LOGIN_REDIRECT');
  if (!speaks) return undefined;
  const { storePlatformAndRedirect } = await loadChunk(() => import('#auth/visit/platform-and-redirect.ts'));
  return storePlatformAndRedirect(config, isProviderReturn() || challenge.read() !== undefined);
}

/** The stored session, when there is anything stored to look at. Old analytics cookies are removed (spec §9). */
async function sessionIn(stored: AuthServices['stored']): Promise<SessionAtStart | undefined> {
  const { cookie } = document;
  const old = hasOldAnalytics(cookie);
  if (!old && !hasSession(cookie, location.protocol)) return undefined;
  const values = await stored();
  if (old) values.removeOldAnalyticsCookies();
  const session = values.readSession();
  return (
    session && (await loadChunk(() => import('#auth/start/stored-session.ts'))).sessionAtStart(session, now())
  );
}

/** Takes the link of a mail out of the address before anything is drawn. */
async function takeLinkFromAddress(page: PageData | undefined): Promise<void> {
  if (!pageOf(location.pathname)?.link) return;
  const { takeLinkFromAddress: take } = await loadChunk(() => import('#auth/link/link-from-address.ts'));
  take(page?.link);
}

/** Takes what a provider sent back out of the address before anything is drawn. @returns whether to go on with it */
async function takeProviderReturn(signedIn: boolean): Promise<boolean> {
  if (!isProviderReturn()) return false;
  const { takeProviderReturn: take } = await loadChunk(() => import('./auth/provider/provider-return.ts'));
  return take(signedIn);
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
    load: catalogueLoader(localeAddresses),
  });
  const stored = openStoredValues(config);
  const none = (): undefined => undefined;
  const [platform = 'authentication-ui', drawn, session] = await Promise.all([
    platformOf().catch(none),
    drawnPage().catch(none),
    sessionIn(stored).catch(none),
  ]);
  const page = drawn?.page;
  await takeLinkFromAddress(page).catch(none);
  const returned = await takeProviderReturn(session !== undefined).catch(() => {
    // What was sent back cannot be gone on with, and leaves the address all the same.
    replaceAddress('/login?error=network');
    return false;
  });

  const services = {
    client: createClient({ authUrl: config.authUrl, platform }),
    stored,
    challenge,
    config,
    platform,
    clientType: clientType({ userAgent: navigator.userAgent, framed: window.top !== window }),
    now,
  };
  const languageHints = { cookie: document.cookie, browser: navigator.languages };
  const awaited = challenge.read();
  const posted = drawn?.startAfterPost?.(services, drawn.page);
  const { events, email } = posted ?? {
    // Nobody knows who is signed in until the provider's answer is judged (`finishStart`).
    events: returned ? [] : eventsAtStart(session, challenge),
    email: undefined,
  };
  const initial = { ...initialState(events), ...(email && { email }) };
  if (initial.codeStepOpen && !/[?&]error=/.test(location.search)) resumeCodeStep();

  // Hydrated is what the page was made as; anything else is drawn again.
  const { pathname: path, search } = location;
  const place = placeOf(path, search, initial.status);
  const { screen } = place;
  const made = root.dataset['screen'];
  const asMade =
    made === 'drawn'
      ? // The service knew nothing of a code that this browser awaits.
        !(posted && awaited) &&
        screen === placeOf(path, search, page?.signedIn ? 'AUTHENTICATED' : 'NOT_AUTHENTICATED').screen
      : made === screen && !place.address;
  // What is not there when the page hydrates would be taken out of it until it is.
  const prepared = async (): Promise<unknown> =>
    Promise.all([
      prepareScreen(screen, texts),
      posted && initial.codeStepOpen && codeForm.prepare(texts),
      isPasswordBlocked(initial) && passwordBlocked.prepare(texts),
    ]);
  const hydrates =
    asMade &&
    (await prepared().then(
      () => true,
      () => false,
    ));
  const app = (
    <App texts={texts} services={services} initial={initial} madeAs={{ path, search }} page={page ?? {}} />
  );
  if (hydrates) hydrateRoot(root, app);
  else createRoot(root).render(app);

  if (returned) prepareSignIn(texts).catch(none);
  const language = chooseLanguage({ ...languageHints, search });
  if (language !== pageLanguage) void texts.show(language);

  // What the next step will need, fetched at the first sign that somebody means to sign in: a page that is only looked
  // at costs no more than itself.
  // Not a focus: the login form gives itself one, and a person's own follows a key or a press.
  const intent = ['pointerdown', 'keydown', 'input'] as const;
  function prepareNextStep(): void {
    for (const type of intent) removeEventListener(type, prepareNextStep);
    prepareSignIn(texts)
      .then(stored)
      .then((values) => values.visitorId())
      .catch(none);
    import('./auth/password/risk-data.ts')
      .then(({ collectRiskData }) => collectRiskData(config, { platform }))
      .catch(none);
  }
  for (const type of intent) addEventListener(type, prepareNextStep, { passive: true });
}

void start();
