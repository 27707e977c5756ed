/** Renders the app as HTML: in the build as prerendered documents, in the service for one request. */
import type { PageData } from '@app/contract/pages/page-data.ts';
import { documentPaths, pages, type DocumentScreen } from '@app/contract/pages/pages.ts';
import type { Language } from '@app/contract/fields/vocabulary.ts';
import type { Challenge } from '@app/session/stored/challenge.ts';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';

import { type AuthDeps, type AuthServices, createPageMemory } from '#auth/auth-deps.ts';
import { type AuthEvent, type AuthState, initialState } from '#auth/auth-state.ts';
import { continuePosted, loginPathOf } from '#auth/start/rendered-page.ts';
import { configOfPrerender, type AppConfig } from '#config.ts';
import {
  type Catalogue,
  type LaterCatalogue,
  type Texts,
  createAppTexts,
  TitleContext,
} from '#i18n/use-texts.ts';
import { codeForm, isPasswordBlocked, passwordBlocked } from '#screens/login/login-screen.tsx';

import { App } from './app.tsx';
import { ErrorDocument } from './notices/error-document.tsx';
import { routeOf } from './routes.ts';
import { preloadScreen } from './screens.ts';

/** The content of `#root`, and the title as plain text. */
export interface RenderedScreen {
  readonly html: string;
  readonly title: string;
}

const catalogues = import.meta.glob<Catalogue>('../i18n/locales/*.json', { eager: true, import: 'default' });
const laterOnes = import.meta.glob<LaterCatalogue>('../i18n/locales/later/*.json', {
  eager: true,
  import: 'default',
});

/** What search engines and link previews say of a document: the line below its heading. */
const leads = { 'forgot-password': 'forgot.lead', 'sign-up': 'signUp.lead', status: 'status.lead' } as const;
export function descriptionOf(name: string, language: Language): string {
  const { t } = newTexts(language, configOfPrerender(language));
  return t(leads[name as keyof typeof leads] ?? 'login.lead');
}

/** All texts of a language for the documents and the catalogue files. */
export function textsOf(language: Language): { catalogue: Catalogue; later: LaterCatalogue } {
  const catalogue = catalogues[`../i18n/locales/${language}.json`];
  const later = laterOnes[`../i18n/locales/later/${language}.json`];
  if (!catalogue || !later) throw new Error(`no texts in ${language}`);
  return { catalogue, later };
}

/** The prerendered documents, each with its path; error pages have none. */
const documents = {
  login: '/login',
  loading: '/login',
  ...(Object.fromEntries(documentPaths.map((path) => [pages[path].screen, path])) as Record<
    DocumentScreen,
    string
  >),
  'not-found': undefined,
  unknown: undefined,
} as const;
export type DocumentName = keyof typeof documents;
export const documentNames = Object.keys(documents) as DocumentName[];

/** Prerenders a document with slots for the settings, which the service fills once. */
export async function renderDocument(name: DocumentName, language: Language): Promise<RenderedScreen> {
  const config = configOfPrerender(language);
  const path = documents[name];
  if (path) return renderApp({ path, search: '', language, config, page: {}, knows: name !== 'loading' });
  const { brand, helpUrl } = config;
  return toHtml(newTexts(language, config), (texts) => (
    <ErrorDocument texts={texts} kind={name as 'not-found' | 'unknown'} brand={brand} helpUrl={helpUrl} />
  ));
}

/**
 * Renders the screen of one request from the service's data. The browser hydrates it with the same data (`main.tsx`).
 */
export function renderScreen(request: {
  /** The path and the query of the request. */
  readonly path: string;
  readonly search: string;
  readonly language: Language;
  readonly config: AppConfig;
  readonly page: PageData;
}): Promise<RenderedScreen> {
  return renderApp({ ...request, knows: true });
}

/** @param knows whether it is known who is signed in */
async function renderApp({
  path,
  search,
  language,
  config,
  page,
  knows,
}: Parameters<typeof renderScreen>[0] & { knows: boolean }): Promise<RenderedScreen> {
  const services = servicesOf(config);
  const events: AuthEvent[] = knows ? [{ type: 'signOut' }] : [];
  const deps: AuthDeps = { ...services, dispatch: (event) => events.push(event) };
  const email = continuePosted(deps, page);
  const known: AuthState = { ...initialState(events), ...(email && { email }) };
  const initial: AuthState = page.signedIn
    ? { ...known, status: 'AUTHENTICATED', email: page.signedIn.email }
    : known;
  const madeAs = { path: loginPathOf(page) ?? path, search };
  const texts = newTexts(language, config);
  await preloadScreen(routeOf(madeAs.path, search, initial.status).screen, texts);
  if (initial.codeStepOpen) await codeForm.preload(texts);
  if (isPasswordBlocked(initial)) await passwordBlocked.preload(texts);
  return toHtml(texts, () => (
    <App texts={texts} services={services} initial={initial} madeAs={madeAs} page={page} />
  ));
}

const newTexts = (language: Language, config: AppConfig) =>
  createAppTexts({ language, ...textsOf(language), reseller: config.brand.name });

async function toHtml(texts: Texts, of: (texts: Texts) => ReactNode): Promise<RenderedScreen> {
  let title = texts.t('titles.login');
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <TitleContext value={(named) => (title = named)}>{of(texts)}</TitleContext>,
    {
      // With the default, React splits a longer page into segments that need inline scripts.
      progressiveChunkSize: Infinity,
      // Without the throw React would leave the failed component to the browser.
      onError: (error) => void failures.push(error),
    },
  );
  if (failures.length > 0) throw new Error('a screen could not be rendered', { cause: failures[0] });
  return { html: await new Response(prelude).text(), title };
}

/** A render on the server has no network and no storage: using either is a bug. */
function servicesOf(config: AppConfig): AuthServices {
  const absent = (): never => {
    throw new Error('not available in a server render');
  };
  let challenge: Challenge | undefined;
  return {
    config,
    platform: 'authentication-ui',
    clientType: 'web',
    now: Date.now,
    client: { call: absent, csv: absent },
    stored: absent,
    otherTabs: { announce: absent, listen: absent },
    memory: createPageMemory(),
    challenge: {
      read: () => challenge,
      store: (begun) => void (challenge = begun),
      clear: () => void (challenge = undefined),
    },
  };
}
